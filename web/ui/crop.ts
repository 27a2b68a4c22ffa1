/** Width and height in pixels of the picture. */
export type Size = { width: number; height: number }

/** Which square of a picture is kept: its centre in pixels of the picture, and how much closer than the whole. */
export type Crop = { x: number; y: number; zoom: number }

export const closest = 4

/** The largest square in the middle. */
export const wholeOf = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 })

/** Length of the square's side, in pixels of the picture. */
export const sideOf = ({ zoom }: Crop, { width, height }: Size) => Math.min(width, height) / zoom

/** The same square, moved by pixels of the picture and never beyond its edge. */
export const moved = ({ x, y, zoom }: Crop, size: Size, across: number, down: number): Crop =>
  within({ x: x + across, y: y + down, zoom }, size)

/** Closer or farther; the point `at` (from -0.5 to 0.5 of the square, from its centre) stays where it is seen. */
export function zoomed(crop: Crop, size: Size, zoom: number, at = { across: 0, down: 0 }): Crop {
  const next = { ...crop, zoom: Math.min(closest, Math.max(1, zoom)) }
  const given = sideOf(crop, size) - sideOf(next, size)
  return within({ ...next, x: crop.x + at.across * given, y: crop.y + at.down * given }, size)
}

/** Size of a picture that fits into a square of `side` pixels; never larger than it is. */
export function fitted({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

function within(crop: Crop, size: Size): Crop {
  const half = sideOf(crop, size) / 2
  const between = (value: number, length: number) => Math.min(length - half, Math.max(half, value))
  return { ...crop, x: between(crop.x, size.width), y: between(crop.y, size.height) }
}
