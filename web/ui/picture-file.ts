import { type Crop, fitted, type Size } from './crop.ts'
import { sentFile, unsent } from './sent-file.ts'

const kinds = ['image/jpeg', 'image/png', 'image/webp']

/** The types that a file field accepts; phones convert their own types to JPEG for it. */
export const acceptedPictures = kinds.join(',')

/** Reads a chosen file as an upright picture. Throws the product's sentence if it is not a picture. */
export async function opened(file: File): Promise<ImageBitmap> {
  if (!kinds.includes(file.type)) throw unsent(415, 'Only JPEG, PNG and WebP pictures are accepted')
  return createImageBitmap(file).catch(() => {
    throw unsent(400, 'This picture cannot be read')
  })
}

/** Draws a square of a picture so that it fills a canvas. */
export function drawSquare(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop) {
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  const { x, y, side } = crop
  context.drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height)
}

/** Draws the whole picture into a canvas with its proportions. */
export function drawWhole(canvas: HTMLCanvasElement, picture: ImageBitmap, side: number) {
  Object.assign(canvas, fitted(picture, side))
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
}

/** The picture to send: the square with 512 pixels per side, or the whole with at most 2,000 per side. The original stays on the device. */
export async function prepared(picture: ImageBitmap, crop: Crop | null): Promise<Blob> {
  const canvas = document.createElement('canvas')
  if (crop) {
    const side = Math.min(512, Math.ceil(crop.side))
    Object.assign(canvas, { width: side, height: side } satisfies Size)
    drawSquare(canvas, picture, crop)
  } else drawWhole(canvas, picture, 2000)

  const webp = await blobOf(canvas, 'image/webp')
  // A browser that cannot write WebP writes PNG, which may be too large for a photograph.
  const blob = webp && webp.size < 4_000_000 ? webp : await blobOf(canvas, 'image/jpeg')
  if (!blob) throw unsent(400, 'This picture cannot be read')
  return blob
}

const blobOf = (canvas: HTMLCanvasElement, kind: string) =>
  new Promise<Blob | null>((done) => canvas.toBlob(done, kind, 0.9))

/** The upload's path on the wire. Copied from the contract, because this part of every page should not import it. */
export const uploadPath = 'ImageUploder/UploadImage'

type Upload = { type: number; ownerId: string; blob: Blob; signal: AbortSignal; onProgress: (part: number) => void }

/** Sends a picture and returns its URL; `onProgress` gets 0 to 1. Throws the server's sentence with its status. */
export async function uploaded({ type, ownerId, blob, signal, onProgress }: Upload) {
  const fields = { UserId: ownerId, Type: String(type) }
  const answer = await sentFile({ path: uploadPath, fields, file: blob, name: 'picture', signal, onProgress })
  if (typeof answer !== 'string') throw unsent(200, '')
  return answer
}
