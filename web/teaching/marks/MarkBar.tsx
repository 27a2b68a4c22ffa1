import { ArrowDown, Check, CloudOff, LoaderCircle, TriangleExclamationPoint, Undo2, UserX } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useStore } from 'zustand'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { StateLine } from '#web/ui/StateLine.tsx'
import type { Kind } from '#web/teaching/class-work/kind.ts'
import { focusBeside } from './MarkRow.tsx'
import type { Marks } from './sheet.ts'

/**
 * A bar that stays visible below the marks. It shows their state, and has buttons for what cannot be typed on a numeric
 * keyboard.
 */
export function MarkBar({ kind, marks, history }: { kind: Kind; marks: Marks; history?: ReactNode }) {
  const { t } = useTranslation()
  const bar = useAboveKeyboard()
  const id = useStore(marks.store, ({ typing }) => typing?.id ?? null)

  const onCell = (does: (input: HTMLInputElement) => void) => () => {
    const input = document.querySelector<HTMLInputElement>(`#mark-${CSS.escape(id ?? '')}`)
    if (input) does(input)
  }
  const say = onCell((input) => {
    if (id) marks.enter([[id, t('marks.letter')]])
    focusBeside(input, 1)
  })
  const mayUndo = useStore(marks.store, ({ steps }) => steps.length > 0)
  const next = onCell((input) => (marks.commit() ? focusBeside(input, 1) : input.select()))

  // The buttons are on the side of the names, so that they never cover half of a cell.
  return (
    <div
      ref={bar}
      className="sticky bottom-0 z-10 -mx-4 mt-3 flex min-h-15 flex-wrap items-center justify-between gap-x-5 gap-y-2 border-t border-line bg-bg px-4 py-2 md:mx-0 md:rounded-t-card md:border-x md:px-5"
    >
      {id && (
        // The keyboard of a phone stays open while the cell keeps the focus.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- nothing is done here but kept
        <div className="flex gap-2" onPointerDown={(event) => event.preventDefault()}>
          <Button
            tone="primary"
            className={button}
            icon={<ArrowDown className={icon} aria-hidden="true" />}
            onClick={next}
          >
            {t('marks.next')}
          </Button>
          <Button className={button} icon={<UserX className={icon} aria-hidden="true" />} onClick={say}>
            {t(kind.name === 'homework' ? 'marks.notDelivered' : 'marks.absent')}
          </Button>
          {history}
          {mayUndo && (
            <IconButton className="max-sm:hidden" label={t('marks.undo')} onClick={marks.undo}>
              <Undo2 className="mirror-rtl size-5" aria-hidden="true" />
            </IconButton>
          )}
        </div>
      )}
      <Summary marks={marks} />
    </div>
  )
}

const button = 'max-sm:px-4 max-sm:text-sm'

const icon = 'size-5 max-sm:hidden'

/** Keeps the bar above the on-screen keyboard of a phone, which covers the page without making it smaller. */
function useAboveKeyboard() {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const seen = visualViewport
    const follow = () => {
      const covered = innerHeight - (seen?.height ?? innerHeight) - (seen?.offsetTop ?? 0)
      if (bar.current) bar.current.style.bottom = `${Math.max(0, Math.round(covered))}px`
    }
    seen?.addEventListener('resize', follow)
    seen?.addEventListener('scroll', follow)
    return () => {
      seen?.removeEventListener('resize', follow)
      seen?.removeEventListener('scroll', follow)
    }
  }, [])
  return bar
}

function Summary({ marks }: { marks: Marks }) {
  const { t } = useTranslation()
  const { open, sending, isOffline } = useStore(
    marks.store,
    useShallow(({ cells, isOffline: offline }) => ({
      open: [...cells.values()].filter(({ problem }) => problem).length,
      sending: [...cells.values()].filter(({ draft, problem }) => draft && !problem).length,
      isOffline: offline,
    })),
  )
  const isWaiting = isOffline && sending > 0
  return (
    <div className="grid gap-1">
      <div role="status">
        {open > 0 && (
          <button type="button" className="min-h-11 underline-offset-4 hover:underline" onClick={goToFirstProblem}>
            <StateLine Icon={TriangleExclamationPoint} look="text-danger" text={t('marks.open', { count: open })} />
          </button>
        )}
        {isWaiting && <StateLine Icon={CloudOff} look="text-wait" text={t('marks.waiting', { count: sending })} />}
      </div>
      {/* Not in the live region, because a screen reader would read it after every mark. */}
      {sending > 0 && !isWaiting && (
        <StateLine Icon={LoaderCircle} look="text-muted" text={t('marks.saving', { count: sending })} />
      )}
      {open + sending === 0 && <StateLine Icon={Check} look="text-ok" text={t('marks.allSaved')} />}
    </div>
  )
}

const goToFirstProblem = () => document.querySelector<HTMLElement>('ol [aria-invalid=true]')?.focus()
