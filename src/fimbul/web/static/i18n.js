/** The client's own words, in the language of whoever reads them.
 *
 *  A sentence is written in English where it is shown, `t("{name} has taken a seat.", { name })`; `lang/` has
 *  a catalogue for each other language, keyed by the English sentence.  Where a number matters, the forms
 *  stand side by side, `t("{count} move | {count} moves", { count })`, in the order of the language's plural
 *  categories.  What the server says comes in English, and is found in the catalogue by what it says
 *  (`said`).  What games say comes from the server in the language that is asked for (`HEARD`).
 */
const { early } = globalThis;
export const LANGUAGES = early.LANGUAGES;
export const language = early.language;
document.documentElement.lang = language; // pages that the server writes whole say their language themselves
/** What a call to the server says of it. */
export const HEARD = { "accept-language": language };
/** The address of a page or a picture of the server's, which a browser asks for by itself. */
export const worded = (address) => `${address}?language=${language}`;
const CATEGORIES = ["zero", "one", "two", "few", "many", "other"];

const { default: catalogue, server } =
  language === "en" ? { default: {}, server: {} } : await import(`./lang/${language}.js`);
const plural = new Intl.PluralRules(language);
const categories = plural.resolvedOptions().pluralCategories;
const order = CATEGORIES.filter((name) => categories.includes(name));

/** A sentence in the reader's language, with what its {names} stand for. */
export function t(sentence, values = {}) {
  const forms = (catalogue[sentence] ?? sentence).split(" | ");
  const form = forms.length > 1 ? forms[order.indexOf(plural.select(values.count))] : forms[0];
  return form.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

/** A sentence of the server's in the reader's language, with what it filled in; what nobody knows stays. */
export function said(sentence) {
  if (sentence in server) return server[sentence];
  for (const [english, own] of Object.entries(server)) {
    const names = [...english.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const parts = english.split(/\{\w+\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
    const found = names.length && new RegExp(`^${parts.join("(.+?)")}$`).exec(sentence);
    const filled = (_, name) => server[found[1 + names.indexOf(name)]] ?? found[1 + names.indexOf(name)];
    if (found) return own.replace(/\{(\w+)\}/g, filled);
  }
  return sentence;
}

/** Names in a row, as one says them. */
export const and = (names) => new Intl.ListFormat(language).format(names);

/** The language of what a game says, for who listens: none where it is the page's own. */
export const tongue = ({ languages }) => (languages.includes(language) ? null : "en");

/** Parts of the page in which a game speaks. */
export function heed(game, ...parts) {
  for (const part of parts) if (tongue(game)) part.lang = tongue(game);
}

/** Read another language from now on. */
export function speak(tag) {
  localStorage.setItem("language", tag);
  location.reload();
}
