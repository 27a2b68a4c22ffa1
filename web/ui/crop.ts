/** Width and height in pixels of the picture. */
export type Size = { width: number; height: number }

/** The square of a picture that is used: its upper left corner and its side, in pixels of the picture. */
export type Crop = { x: number; y: number; side: number }

export const closest = 4

/** The largest square in the middle. */
export const wholeOf = ({ width, height }: Size): Crop => {
  const side = Math.min(width, height)
  return { x: (width - side) / 2, y: (height - side) / 2, side }
}

/** The square of a cropped area, which rounding may have made a pixel too wide or moved beyond the edge. */
export function cropOf({ x, y, width, height }: Size & { x: number; y: number }, picture: Size): Crop {
  const side = Math.min(width, height, picture.width, picture.height)
  const within = (value: number, length: number) => Math.min(length - side, Math.max(0, value))
  return { x: within(x, picture.width), y: within(y, picture.height), side }
}

/** The size of a picture that fits into a square of `side` pixels; never larger than the original. */
export function fitted({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
