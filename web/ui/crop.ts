/** Width and height in pixels of the picture. */
export type Size = { width: number; height: number }

/** Which square of a picture is kept: its upper left corner and its side, in pixels of the picture. */
export type Crop = { x: number; y: number; side: number }

export const closest = 4

/** The largest square in the middle. */
export const wholeOf = ({ width, height }: Size): Crop => {
  const side = Math.min(width, height)
  return { x: (width - side) / 2, y: (height - side) / 2, side }
}

/** The square that a cropped area stands for, which rounding may leave a pixel wider or beyond the edge. */
export function cropOf({ x, y, width, height }: Size & { x: number; y: number }, picture: Size): Crop {
  const side = Math.min(width, height, picture.width, picture.height)
  const within = (value: number, length: number) => Math.min(length - side, Math.max(0, value))
  return { x: within(x, picture.width), y: within(y, picture.height), side }
}

/** Size of a picture that fits into a square of `side` pixels; never larger than it is. */
export function fitted({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
