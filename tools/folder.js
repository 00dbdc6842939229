// A site that is read from a folder: browsers start no worker from a file, so a hidden frame searches instead.

class FrameWorker extends EventTarget {
  constructor(url) {
    super();
    this.frame = document.createElement("iframe");
    this.frame.hidden = true;
    document.body.append(this.frame);
    const room = this.frame.contentWindow;
    room.document.open();
    room.document.close();
    room.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
    const script = room.document.createElement("script");
    this.ready = new Promise((done) => script.addEventListener("load", done));
    script.src = url;
    room.document.documentElement.append(script);
  }

  async postMessage(data) {
    await this.ready;
    this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }));
  }

  terminate() {
    this.frame.remove();
  }
}

if (location.protocol === "file:") window.Worker = FrameWorker;
