import { type Crop, fitted, type Size, sideOf } from './crop.ts'

const kinds = ['image/jpeg', 'image/png', 'image/webp']

/** What a file field takes; telephones turn their own kinds into JPEG for it. */
export const accepted = kinds.join(',')

/** Reads a chosen file as a picture, upright. Throws the product's sentence when it is none. */
export async function opened(file: File): Promise<ImageBitmap> {
  if (!kinds.includes(file.type)) throw refusal(415, 'Only JPEG, PNG and WebP pictures are accepted')
  return createImageBitmap(file).catch(() => {
    throw refusal(400, 'This picture cannot be read')
  })
}

/** The square of a picture, drawn to fill a canvas. */
export function drawSquare(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop) {
  const side = sideOf(crop, picture)
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, canvas.width, canvas.height)
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
    const side = Math.min(512, Math.ceil(sideOf(crop, picture)))
    Object.assign(canvas, { width: side, height: side } satisfies Size)
    drawSquare(canvas, picture, crop)
  } else drawWhole(canvas, picture, 2000)

  const webp = await blobOf(canvas, 'image/webp')
  // A browser that writes no WebP writes PNG, which of a photograph may be too large.
  const blob = webp && webp.size < 4_000_000 ? webp : await blobOf(canvas, 'image/jpeg')
  if (!blob) throw refusal(400, 'This picture cannot be read')
  return blob
}

const blobOf = (canvas: HTMLCanvasElement, kind: string) =>
  new Promise<Blob | null>((done) => canvas.toBlob(done, kind, 0.9))

/** The upload's path on the wire; the contract's own, which a part of the page's furniture does not import. */
export const uploadPath = 'ImageUploder/UploadImage'

type Upload = { type: number; ownerId: string; blob: Blob; signal: AbortSignal; onProgress: (part: number) => void }

/** Sends a picture and answers its URL; `onProgress` hears from 0 to 1. Throws the server's sentence with its status. */
export const uploaded = ({ type, ownerId, blob, signal, onProgress }: Upload) =>
  new Promise<string>((done, failed) => {
    const form = new FormData()
    form.append('UserId', ownerId)
    form.append('Type', String(type))
    form.append('File', blob, 'picture')

    // Not fetch: it does not tell how much has been sent.
    const request = new XMLHttpRequest()
    request.open('POST', `/${uploadPath}`)
    request.setRequestHeader('accept', 'application/json, application/problem+json')
    request.setRequestHeader('idempotency-key', crypto.randomUUID())
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => failed(refusal(0, ''))
    request.onabort = () => failed(signal.reason as Error)
    request.onload = () => {
      const answer = parsed(request.responseText)
      if (request.status === 200 && typeof answer === 'string') return done(answer)
      failed(refusal(request.status, (answer as { detail?: string } | null)?.detail ?? ''))
    }
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const refusal = (status: number, sentence: string) => Object.assign(new Error(sentence), { status })
