// Films of the window: frames are drawn on a canvas, which MediaRecorder records.

const kKinds = [['video/mp4;codecs=avc1.42E01E', '.mp4'], ['video/webm;codecs=vp9', '.webm'], ['video/webm', '.webm']];
const kBitsPerSecond = 8e6;
// Milliseconds from the last frame to its repetition, and from this repetition to the end of the film. A film of one
// frame thus has a duration.
const kLastFrame = 150;

export class Films {
  /** offer(name, blob) is called with a complete film. */
  constructor(offer) {
    this.offer = offer;
    const hasRecorder = typeof MediaRecorder === 'function';
    this.kind = hasRecorder ? kKinds.find(([type]) => MediaRecorder.isTypeSupported(type)) : undefined;
  }

  /** Returns the ending of the names of films, or an empty string if the browser makes no films. */
  suffix() {
    return this.kind ? this.kind[1] : '';
  }

  begin(name, width, height) {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [width, height];
    this.drawing = canvas.getContext('2d');
    this.pixels = this.drawing.createImageData(width, height);
    const stream = canvas.captureStream(0);
    const [track] = stream.getVideoTracks();
    this.source = track.requestFrame ? track : stream; // Firefox asks the stream for a frame
    const parts = [];
    this.recorder = new MediaRecorder(stream, { mimeType: this.kind[0], videoBitsPerSecond: kBitsPerSecond });
    this.recorder.ondataavailable = (event) => parts.push(event.data);
    this.recorder.onstop = () => this.offer(name, new Blob(parts, { type: this.kind[0] }));
    this.recorder.start();
  }

  /** Adds a frame. rgb has three bytes per pixel, rows from the top. */
  append(rgb) {
    const { data } = this.pixels;
    for (let pixel = 0, from = 0; pixel < data.length; pixel += 4, from += 3) {
      data[pixel] = rgb[from];
      data[pixel + 1] = rgb[from + 1];
      data[pixel + 2] = rgb[from + 2];
      data[pixel + 3] = 255;
    }
    this.show();
  }

  /** Records the last frame again, so that it is shown for a while, and then ends the film. */
  end() {
    const { recorder } = this;
    setTimeout(() => {
      if (recorder === this.recorder) this.show();
      setTimeout(() => recorder.stop(), kLastFrame);
    }, kLastFrame);
  }

  show() {
    this.drawing.putImageData(this.pixels, 0, 0);
    this.source.requestFrame();
  }
}
