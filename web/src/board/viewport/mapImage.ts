// Rasterised map: the whole sheet once at a modest size, and over it, whenever the viewport rests, the part in sight at
// the sharpness of the screen. While it moves nothing is drawn: both are only shifted and scaled.

import { toMap, type Box, type Camera, type Size } from './camera';

/** The whole sheet takes at most so many pixels. */
const WHOLE_PIXELS = 4_000_000;
/** So much of the window is drawn beyond each of its edges. */
const BEYOND = 0.12;
/** From this size of the letters on, in pixels, hex numbers can be read. */
const READABLE = 9;
/** A screen denser than this gains nothing that can be seen. */
const DENSEST = 2;

interface Cell {
  id: string;
  x: number;
  y: number;
}

export class MapPicture {
  readonly elements: readonly HTMLCanvasElement[];
  private readonly whole = document.createElement('canvas');
  private readonly detail = document.createElement('canvas');
  private image: HTMLImageElement | null = null;
  private wanted = '';
  private numbered: { cells: readonly Cell[]; pitch: number } = { cells: [], pitch: 1 };
  private looked: { camera: Camera; size: Size } | null = null;

  constructor(private readonly sheet: Size) {
    this.elements = [this.whole, this.detail];
    this.detail.hidden = true;
    place(this.whole, { x: 0, y: 0, ...sheet });
  }

  /** Show another drawing of the same map, as soon as it is there. */
  show(src: string): void {
    if (src === this.wanted) return;
    this.wanted = src;
    const image = new Image(this.sheet.width, this.sheet.height);
    image.onload = () => {
      if (this.wanted !== src) return;
      this.image = image;
      this.detail.hidden = true;
      const share = Math.min(1, Math.sqrt(WHOLE_PIXELS / (this.sheet.width * this.sheet.height)));
      paint(this.whole, image, { x: 0, y: 0, ...this.sheet }, share);
      if (this.looked) this.sharpen(this.looked.camera, this.looked.size);
    };
    image.src = src;
  }

  /** Write the numbers of these cells on the map, where they can be read. */
  number(cells: readonly Cell[], pitch: number): void {
    if (!cells.length && !this.numbered.cells.length) return;
    this.numbered = { cells, pitch };
    if (this.looked) this.sharpen(this.looked.camera, this.looked.size);
  }

  /** The viewport rests: draw what is in sight as sharp as the screen can show it. */
  sharpen(camera: Camera, size: Size): void {
    this.looked = { camera, size };
    if (!this.image || size.width <= 1) return;
    const box = insightOf(camera, size, this.sheet);
    if (!box) return;
    const scale = camera.scale * Math.min(devicePixelRatio, DENSEST);
    paint(this.detail, this.image, box, scale);
    if (0.13 * this.numbered.pitch * camera.scale >= READABLE) this.writeNumbers(box, scale);
    place(this.detail, box);
    this.detail.hidden = false;
  }

  private writeNumbers(box: Box, scale: number): void {
    const pen = this.detail.getContext('2d');
    if (!pen) return;
    const { cells, pitch } = this.numbered;
    const colour = (name: string): string => getComputedStyle(this.detail).getPropertyValue(name);
    pen.font = `600 ${0.13 * pitch * scale}px ${colour('--sans')}`;
    pen.textAlign = 'center';
    pen.lineJoin = 'round';
    pen.lineWidth = 0.03 * pitch * scale;
    pen.strokeStyle = colour('--paper');
    pen.fillStyle = colour('--ink-soft');
    for (const { id, x, y } of cells) {
      if (x < box.x || x > box.x + box.width || y < box.y || y > box.y + box.height) continue;
      const at = [(x - box.x) * scale, (y - 0.38 * pitch - box.y) * scale] as const;
      pen.globalAlpha = 0.7;
      pen.strokeText(id, ...at);
      pen.globalAlpha = 1;
      pen.fillText(id, ...at);
    }
  }
}

/** The part of the sheet in the window and a little around it, in map units. */
export function insightOf(camera: Camera, size: Size, sheet: Size): Box | null {
  const from = toMap(camera, { x: -size.width * BEYOND, y: -size.height * BEYOND });
  const to = toMap(camera, { x: size.width * (1 + BEYOND), y: size.height * (1 + BEYOND) });
  const x = Math.max(0, from.x);
  const y = Math.max(0, from.y);
  const width = Math.min(sheet.width, to.x) - x;
  const height = Math.min(sheet.height, to.y) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** Draw a part of the picture, which may have been drawn in other units than the map's. */
function paint(canvas: HTMLCanvasElement, image: HTMLImageElement, box: Box, scale: number): void {
  canvas.width = Math.ceil(box.width * scale);
  canvas.height = Math.ceil(box.height * scale);
  const unit = image.naturalWidth / image.width;
  canvas
    .getContext('2d')
    ?.drawImage(image, box.x * unit, box.y * unit, box.width * unit, box.height * unit, 0, 0, canvas.width, canvas.height);
}

function place(canvas: HTMLCanvasElement, { x, y, width, height }: Box): void {
  Object.assign(canvas.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
}
