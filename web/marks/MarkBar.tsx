import { ArrowDown, Check, CloudOff, Eraser, LoaderCircle, TriangleAlert, UserX } from 'lucide-react'
import { useShallow } from 'zustand/react/shallow'
import { useStore } from 'zustand'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import type { Kind } from '#web/class-work/kind.ts'
import { focusBeside } from './MarkRow.tsx'
import { absent, notMarked, type Rating } from './reading.ts'
import type { Marks } from './sheet.ts'

/** Stays in view below the marks: how they stand, and what a keyboard without letters cannot say of the one at hand. */
export function MarkBar({ kind, marks }: { kind: Kind; marks: Marks }) {
  const { t } = useTranslation()
  const id = useStore(marks.store, ({ typing }) => typing?.id ?? null)

  const onCell = (does: (input: HTMLInputElement) => void) => () => {
    const input = document.querySelector<HTMLInputElement>(`#mark-${CSS.escape(id ?? '')}`)
    if (input) does(input)
  }
  const say = (rating: Rating) =>
    onCell((input) => {
      marks.write(null)
      if (id) marks.say(id, rating)
      focusBeside(input, 1)
    })
  const next = onCell((input) => (marks.commit() ? focusBeside(input, 1) : input.select()))

  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t border-line bg-bg/95 px-4 py-2 md:mx-0 md:rounded-t-card md:border-x md:px-5">
      <Summary marks={marks} />
      {id && (
        // The keyboard of a phone stays open while the cell keeps the focus.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- nothing is done here but kept
        <div className="flex gap-2 max-sm:w-full" onPointerDown={(event) => event.preventDefault()}>
          <Button className="max-sm:px-3" icon={<UserX className="size-5" aria-hidden="true" />} onClick={say(absent)}>
            {t(kind.name === 'homework' ? 'marks.notDelivered' : 'marks.absent')}
          </Button>
          <Button
            className="max-sm:px-3"
            icon={<Eraser className="size-5" aria-hidden="true" />}
            onClick={say(notMarked)}
          >
            {t('marks.clear')}
          </Button>
          <Button
            tone="primary"
            className="max-sm:flex-1 max-sm:px-3"
            icon={<ArrowDown className="size-5" aria-hidden="true" />}
            onClick={next}
          >
            {t('marks.next')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Summary({ marks }: { marks: Marks }) {
  const { t } = useTranslation()
  const { open, sending, isOffline } = useStore(
    marks.store,
    useShallow(({ cells, isOffline: offline }) => ({
      open: [...cells.values()].filter(({ problem }) => problem).length,
      sending: [...cells.values()].filter(({ said, problem }) => said && !problem).length,
      isOffline: offline,
    })),
  )
  const look = 'flex items-center gap-2 text-sm font-medium'
  const icon = 'size-5 shrink-0'
  return (
    <div role="status" className="grid gap-1">
      {open > 0 && (
        <p className={`${look} text-danger`}>
          <TriangleAlert className={icon} aria-hidden="true" />
          {t('marks.open', { count: open })}
        </p>
      )}
      {sending > 0 && (
        <p className={`${look} ${isOffline ? 'text-wait' : 'text-muted'}`}>
          {isOffline ? (
            <CloudOff className={icon} aria-hidden="true" />
          ) : (
            <LoaderCircle className={icon} aria-hidden="true" />
          )}
          {t(isOffline ? 'marks.waiting' : 'marks.saving', { count: sending })}
        </p>
      )}
      {open + sending === 0 && (
        <p className={`${look} text-muted`}>
          <Check className={`${icon} text-ok`} aria-hidden="true" />
          {t('marks.allSaved')}
        </p>
      )}
    </div>
  )
}
