import { Camera, ImageUp } from 'lucide-react'
import { type ChangeEvent, type DragEvent, lazy, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { Button } from './Button.tsx'
import { type Crop, wholeOf } from './crop.ts'
import { cx } from './cx.ts'
import { Dialog, DialogCancel } from './Dialog.tsx'
import { acceptedPictures, drawWhole, opened, prepared, uploaded } from './picture-file.ts'
import { Avatar, Picture } from './Picture.tsx'
import { LazyPart } from './LazyPart.tsx'
import { part } from './part.tsx'
import { Skeleton } from './Skeleton.tsx'
import { toast } from './toast.ts'

const Cropper = lazy(part(async () => (await import('./Cropper.tsx')).Cropper))

type Props = {
  /** Whose picture: 1 student, 2 person, 3 school, 5 contact type, 6 timetable of a class, 7 with an excuse, 8 with a transfer (api.md §12). */
  type: 1 | 2 | 3 | 5 | 6 | 7 | 8
  ownerId: string
  src: string | null | undefined
  /** A person's names, for the initials while there is no picture. */
  names?: (string | null | undefined)[]
  /** Called with the new picture's URL after it is stored. This raises the version of the owner's row. */
  onChanged: (url: string) => void
  /** The key of the picture's name. */
  label: string
}

/** A picture of a sheet of paper stays whole, because people read it. */
const isPaper = (type: Props['type']) => type === 6 || type === 7 || type === 8

/** A chosen picture, upright, and the address by which the browser shows it. */
type Opened = { bitmap: ImageBitmap; src: string }

/** The picture that was chosen last, or why it cannot be opened. */
function useOpened() {
  const [picture, setPicture] = useState<Opened | null>(null)
  const [error, setError] = useState<string | null>(null)

  async function open(chosen: File | undefined) {
    if (!chosen) return
    setError(null)
    try {
      setPicture({ bitmap: await opened(chosen), src: URL.createObjectURL(chosen) })
    } catch (problem) {
      setError(sentenceFrom(problem))
    }
  }

  function close() {
    if (!picture) return
    picture.bitmap.close()
    URL.revokeObjectURL(picture.src)
    setPicture(null)
  }

  return { picture, error, open, close }
}

/** A picture that can be replaced: chosen, dropped or taken, cropped to a square (a timetable stays whole), and sent. */
export function PictureField({ type, ownerId, src, names, onChanged, label }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const { picture, error, open, close } = useOpened()

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    void open(currentTarget.files?.[0])
    // So that the same file can be chosen again.
    currentTarget.value = ''
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void open(event.dataTransfer.files[0])
  }

  const field = { type: 'file', hidden: true, onChange: choose } as const
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is one more way beside the buttons
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      onDragOver={(event) => (event.preventDefault(), setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        'flex flex-wrap items-center gap-4 rounded-card border border-dashed p-3',
        over ? 'border-primary bg-soft' : 'border-transparent',
      )}
    >
      {names ? (
        <Avatar key={src} names={names} src={src} className="size-20 text-xl" />
      ) : (
        <Picture key={src} src={src} className={cx('rounded-card', isPaper(type) ? 'h-28 w-40' : 'size-20')} />
      )}
      <div className="min-w-0 grow basis-40 space-y-2">
        <p id={`${id}-label`} className="font-medium">
          {t(label)}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button icon={<ImageUp className="size-5" aria-hidden="true" />} onClick={() => file.current?.click()}>
            {t(src ? 'picture.replace' : 'picture.choose')}
          </Button>
          {/* Only for touch devices: computers have no handheld camera. */}
          <span className="hidden pointer-coarse:block">
            <Button
              tone="quiet"
              icon={<Camera className="size-5" aria-hidden="true" />}
              onClick={() => camera.current?.click()}
            >
              {t('picture.take')}
            </Button>
          </span>
        </div>
        <p className="text-sm text-muted">{t('picture.kinds')}</p>
        {error && (
          <p role="alert" className="text-sm text-danger">
            {error}
          </p>
        )}
      </div>
      <input ref={file} {...field} accept={acceptedPictures} data-picture="file" />
      <input ref={camera} {...field} accept={acceptedPictures} capture={type === 2 ? 'user' : 'environment'} />
      {picture && (
        <Chosen
          {...{ type, ownerId, label }}
          picture={picture.bitmap}
          src={picture.src}
          onClose={close}
          onStored={(url) => {
            close()
            onChanged(url)
            toast({ title: t('picture.saved') })
          }}
        />
      )}
    </div>
  )
}

type Chosen = Pick<Props, 'type' | 'ownerId' | 'label'> & {
  picture: ImageBitmap
  src: string
  onClose: () => void
  onStored: (url: string) => void
}

/** The chosen picture before and while it is sent. */
function Chosen({ type, ownerId, picture, src, label, onClose, onStored }: Chosen) {
  const { t } = useTranslation()
  const [crop, setCrop] = useState<Crop>(() => wholeOf(picture))
  const [sent, setSent] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const stop = useRef<AbortController>(null)
  const whole = isPaper(type)

  useEffect(() => () => stop.current?.abort(), [])

  async function send() {
    setError(null)
    setSent(0)
    const { signal } = (stop.current = new AbortController())
    try {
      const blob = await prepared(picture, whole ? null : crop)
      onStored(await uploaded({ type, ownerId, blob, signal, onProgress: setSent }))
    } catch (problem) {
      if (signal.aborted) return
      setSent(null)
      setError(sentenceFrom(problem))
    }
  }

  return (
    <Dialog title={t(label)} open onOpenChange={(open) => !open && onClose()}>
      <div className="space-y-4">
        {whole ? (
          <Whole picture={picture} />
        ) : (
          <LazyPart fallback={<Skeleton className="mx-auto aspect-square w-full max-w-72" />}>
            <Cropper picture={picture} src={src} crop={crop} onCrop={setCrop} />
          </LazyPart>
        )}
        {error && (
          <p role="alert" className="rounded-field bg-danger-soft px-4 py-3 text-danger">
            {error}
          </p>
        )}
        {sent !== null && (
          <progress
            value={sent}
            aria-label={t('picture.sending')}
            className="h-2 w-full overflow-hidden rounded-full accent-(--primary)"
          />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <DialogCancel />
          <Button tone="primary" disabled={sent !== null} onClick={() => void send()}>
            {t(sent === null ? 'common.save' : 'picture.sending')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Whole({ picture }: { picture: ImageBitmap }) {
  const { t } = useTranslation()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => drawWhole(canvas.current!, picture, 2000), [picture])
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={t('picture.preview')}
      className="mx-auto max-h-[45dvh] max-w-full rounded-field border border-line"
    />
  )
}
