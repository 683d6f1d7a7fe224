// SPDX-License-Identifier: MIT
// reader.mjs - the page's side of the worker.

/** Calls the worker. cancel() ends it at once, whatever it does, and starts another. */
export class Reader {
    #waiting = new Map();
    #next = 1;

    /** @param {string} script the script of worker and page */
    constructor(module, script) {
        this.module = module;
        this.url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
        this.onprogress = () => {};
        this.#start();
    }

    #start() {
        this.worker = new Worker(this.url);
        this.worker.addEventListener("message", ({ data }) => this.#receive(data));
        this.worker.addEventListener("error", (event) => {
            this.#fail(new Error(event.message ?? "the worker failed"));
        });
        this.call("start", { module: this.module });
    }

    #receive(data) {
        if (data.progress) {
            this.onprogress(data.progress);
            return;
        }
        const { resolve, reject } = this.#waiting.get(data.id);
        this.#waiting.delete(data.id);
        if (data.error === undefined) {
            resolve(data.result);
        } else {
            reject(new Error(data.error));
        }
    }

    #fail(error) {
        for (const { reject } of this.#waiting.values()) {
            reject(error);
        }
        this.#waiting.clear();
    }

    call(name, values = {}) {
        const id = this.#next++;
        const { promise, ...settle } = withResolvers();
        this.#waiting.set(id, settle);
        this.worker.postMessage({ id, call: name, ...values });
        return promise;
    }

    cancel() {
        this.worker.terminate();
        this.#fail(new DOMException("cancelled", "AbortError"));
        this.#start();
    }
}

function withResolvers() {
    const all = {};
    all.promise = new Promise((resolve, reject) => Object.assign(all, { resolve, reject }));
    return all;
}
