/** The theme that was chosen last, before anything is drawn. */
document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "night";
