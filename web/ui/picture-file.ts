import { type Crop, fitted, type Size } from './crop.ts'
import { sentFile, unsent } from './sent-file.ts'

const kinds = ['image/jpeg', 'image/png', 'image/webp']

/** What a file field takes; telephones turn their own kinds into JPEG for it. */
export const acceptedPictures = kinds.join(',')

/** Reads a chosen file as a picture, upright. Throws the product's sentence when it is none. */
export async function opened(file: File): Promise<ImageBitmap> {
  if (!kinds.includes(file.type)) throw unsent(415, 'Only JPEG, PNG and WebP pictures are accepted')
  return createImageBitmap(file).catch(() => {
    throw unsent(400, 'This picture cannot be read')
  })
}

/** The square of a picture, drawn to fill a canvas. */
export function drawSquare(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop) {
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  const { x, y, side } = crop
  context.drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height)
}

/** The whole of a picture, in a canvas of its own shape. */
export function drawWhole(canvas: HTMLCanvasElement, picture: ImageBitmap, side: number) {
  Object.assign(canvas, fitted(picture, side))
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
}

/** What is sent: the square as 512 pixels each way, or the whole at most 2,000 each way. The original stays here. */
export async function prepared(picture: ImageBitmap, crop: Crop | null): Promise<Blob> {
  const canvas = document.createElement('canvas')
  if (crop) {
    const side = Math.min(512, Math.ceil(crop.side))
    Object.assign(canvas, { width: side, height: side } satisfies Size)
    drawSquare(canvas, picture, crop)
  } else drawWhole(canvas, picture, 2000)

  const webp = await blobOf(canvas, 'image/webp')
  // A browser that writes no WebP writes PNG, which of a photograph may be too large.
  const blob = webp && webp.size < 4_000_000 ? webp : await blobOf(canvas, 'image/jpeg')
  if (!blob) throw unsent(400, 'This picture cannot be read')
  return blob
}

const blobOf = (canvas: HTMLCanvasElement, kind: string) =>
  new Promise<Blob | null>((done) => canvas.toBlob(done, kind, 0.9))

/** The upload's path on the wire; the contract's own, which a part of the page's furniture does not import. */
export const uploadPath = 'ImageUploder/UploadImage'

type Upload = { type: number; ownerId: string; blob: Blob; signal: AbortSignal; onProgress: (part: number) => void }

/** Sends a picture and returns its URL; `onProgress` gets 0 to 1. Throws the server's sentence with its status. */
export async function uploaded({ type, ownerId, blob, signal, onProgress }: Upload) {
  const fields = { UserId: ownerId, Type: String(type) }
  const answer = await sentFile({ path: uploadPath, fields, file: blob, name: 'picture', signal, onProgress })
  if (typeof answer !== 'string') throw unsent(200, '')
  return answer
}
