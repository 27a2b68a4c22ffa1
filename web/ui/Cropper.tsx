import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { closest, type Crop, moved, sideOf, zoomed } from './crop.ts'
import { drawSquare } from './picture-file.ts'

type Props = { picture: ImageBitmap; crop: Crop; onCrop: (next: (crop: Crop) => Crop) => void }

/** Chooses a square of a picture: dragged and pinched by finger or mouse, moved by arrow keys, nearer by + and the slider. */
export function Cropper({ picture, crop, onCrop }: Props) {
  const { t } = useTranslation()
  const hint = useId()
  const stage = useRef<HTMLDivElement>(null)
  const large = useRef<HTMLCanvasElement>(null)
  const small = useRef<HTMLCanvasElement>(null)
  const fingers = useRef(new Map<number, { x: number; y: number }>())

  useEffect(() => {
    for (const canvas of [large.current, small.current]) if (canvas) drawSquare(canvas, picture, crop)
  }, [picture, crop])

  // Not by React, whose wheel listener may not keep the page from scrolling.
  useEffect(() => {
    const here = stage.current!
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const at = pointIn(here, event)
      onCrop((is) => zoomed(is, picture, is.zoom * Math.exp(-event.deltaY / 400), at))
    }
    here.addEventListener('wheel', onWheel, { passive: false })
    return () => here.removeEventListener('wheel', onWheel)
  }, [picture, onCrop])

  const move = (across: number, down: number) => onCrop((is) => moved(is, picture, across, down))

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const here = event.currentTarget
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    const now = { x: event.clientX, y: event.clientY }
    fingers.current.set(event.pointerId, now)
    if (other) {
      const nearer = distance(now, other) / Math.max(1, distance(before, other))
      const at = pointIn(here, { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 })
      onCrop((is) => zoomed(is, picture, is.zoom * nearer, at))
    }
    // With two fingers the middle of them moves half as far as each.
    const share = (other ? 0.5 : 1) / here.clientWidth
    onCrop((is) => {
      const side = sideOf(is, picture)
      return moved(is, picture, (before.x - now.x) * share * side, (before.y - now.y) * share * side)
    })
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = sideOf(crop, picture) / (event.shiftKey ? 5 : 25)
    const does = {
      ArrowLeft: () => move(-step, 0),
      ArrowRight: () => move(step, 0),
      ArrowUp: () => move(0, -step),
      ArrowDown: () => move(0, step),
      '+': () => onCrop((is) => zoomed(is, picture, is.zoom * 1.15)),
      '=': () => onCrop((is) => zoomed(is, picture, is.zoom * 1.15)),
      '-': () => onCrop((is) => zoomed(is, picture, is.zoom / 1.15)),
    }[event.key]
    if (!does) return
    event.preventDefault()
    does()
  }

  const letGo = (event: PointerEvent) => void fingers.current.delete(event.pointerId)

  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application of its own: dragged, and moved by keys */}
        <div
          ref={stage}
          role="application"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
          tabIndex={0}
          aria-label={t('picture.square')}
          aria-describedby={hint}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
          }}
          onPointerMove={onPointerMove}
          onPointerUp={letGo}
          onPointerCancel={letGo}
          className="relative w-full max-w-72 cursor-grab touch-none overflow-hidden rounded-card border border-line bg-soft select-none active:cursor-grabbing"
        >
          <canvas ref={large} width={576} height={576} className="block aspect-square w-full" />
        </div>
        <figure className="flex items-center gap-3 text-sm text-muted sm:flex-col">
          <canvas
            ref={small}
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
          value={crop.zoom}
          onChange={({ currentTarget: { value } }) => onCrop((is) => zoomed(is, picture, Number(value)))}
          className="h-11 w-full accent-(--primary)"
        />
      </label>
      <p id={hint} className="text-sm text-muted">
        {t('picture.hint')}
      </p>
    </div>
  )
}

/** Where in the stage a pointer is, from its centre: -0.5 to 0.5. */
function pointIn(stage: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }) {
  const { left, top, width, height } = stage.getBoundingClientRect()
  return { across: (clientX - left) / width - 0.5, down: (clientY - top) / height - 0.5 }
}

const distance = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y)
