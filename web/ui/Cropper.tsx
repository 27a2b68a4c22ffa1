import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import EasyCrop, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useTranslation } from '#web/lib/i18n.ts'
import { closest, type Crop, cropOf } from './crop.ts'
import { drawSquare } from './picture-file.ts'

type Props = { picture: ImageBitmap; src: string; crop: Crop; onCrop: (crop: Crop) => void }

/** Chooses a square of a picture: dragged and pinched by finger or mouse, moved by arrow keys, zoomed by + and the slider. */
export function Cropper({ picture, src, crop, onCrop }: Props) {
  const { t } = useTranslation()
  const hint = useId()
  const preview = useRef<HTMLCanvasElement>(null)
  const [position, setPosition] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)

  useEffect(() => {
    if (preview.current) drawSquare(preview.current, picture, crop)
  }, [picture, crop])

  function onKeyDown(event: KeyboardEvent) {
    const factor = { '+': 1.15, '=': 1.15, '-': 1 / 1.15 }[event.key]
    if (!factor) return
    event.preventDefault()
    setZoom((is) => Math.min(closest, Math.max(1, is * factor)))
  }

  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the application inside */}
        <div
          onKeyDown={onKeyDown}
          className="relative aspect-square w-full max-w-72 overflow-hidden rounded-card border border-line bg-soft"
        >
          <EasyCrop
            image={src}
            aspect={1}
            objectFit="cover"
            showGrid={false}
            crop={position}
            onCropChange={setPosition}
            zoom={zoom}
            maxZoom={closest}
            onZoomChange={setZoom}
            onCropAreaChange={(_: Area, pixels: Area) => onCrop(cropOf(pixels, picture))}
            keyboardStep={12}
            disableAutomaticStylesInjection // the content security policy forbids a <style>
            classes={{ cropAreaClassName: 'rounded-card -outline-offset-4!' }}
            cropperProps={{ role: 'application', 'aria-label': t('picture.square'), 'aria-describedby': hint }}
          />
        </div>
        <figure className="flex items-center gap-3 text-sm text-muted sm:flex-col">
          <canvas
            ref={preview}
            width={192}
            height={192}
            aria-hidden="true"
            className="size-20 rounded-full border border-line"
          />
          <figcaption>{t('picture.preview')}</figcaption>
        </figure>
      </div>
      <label className="flex min-h-11 items-center gap-3">
        <span className="shrink-0">{t('picture.zoom')}</span>
        <input
          type="range"
          min={1}
          max={closest}
          step={0.01}
          value={zoom}
          onChange={({ currentTarget: { value } }) => setZoom(Number(value))}
          className="h-11 w-full accent-(--primary)"
        />
      </label>
      <p id={hint} className="text-sm text-muted">
        {t('picture.hint')}
      </p>
    </div>
  )
}
