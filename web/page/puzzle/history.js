// Everything that was, and what was taken back. States are never changed, only replaced.

export class History {
  constructor(first) { this.past = []; this.now = first; this.future = []; this.gesture = null; }

  /** The next state. Changes of one gesture (any object) are undone together. */
  push(next, gesture = null) {
    if (next === this.now) return false;
    if (!gesture || gesture !== this.gesture) this.past.push(this.now);
    this.gesture = gesture;
    this.now = next;
    this.future = [];
    return true;
  }

  undo() {
    if (!this.past.length) return false;
    this.gesture = null;
    this.future.push(this.now);
    this.now = this.past.pop();
    return true;
  }

  redo() {
    if (!this.future.length) return false;
    this.gesture = null;
    this.past.push(this.now);
    this.now = this.future.pop();
    return true;
  }
}
