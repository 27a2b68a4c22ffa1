import { type KeyboardEvent, type Ref, useState } from 'react'
import { feeFamilies } from '#contract/money/fees/families.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useList } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSettled } from '#web/lib/settled-text.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'
import { toastRefusal } from '#web/ui/toast.ts'
import type { ShownFamily } from './FamilySheet.tsx'
import { FeeMoney, isNothing } from './FeeMoney.tsx'

type Found = OutputOf<typeof feeFamilies.list>[number]
type Props = {
  ref: Ref<HTMLInputElement>
  schoolId: string
  currency: string | null
  onFound: (family: ShownFamily) => void
}

/** One field for a name, a phone, a code of a student or family, and the scanned code of a student's card. Enter opens what is marked. */
export function FindFamily({ ref, schoolId, currency, onFound }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [marked, setMarked] = useState(0)
  const [opening, setOpening] = useState(false)
  const settled = useSettled(text.trim())
  const input = { schoolId, text: settled, pageSize: 8 }
  const { rows, isFetching, isPlaceholderData } = useList(feeFamilies.list, input, { enabled: settled.length > 1 })
  // While a search is under way, the rows are those of the one before it: Enter must not open a family that was not typed.
  const isCurrent = settled.length > 1 && text.trim() === settled && !isPlaceholderData
  const found = isCurrent ? (rows ?? []) : []

  async function open(one: Found) {
    setOpening(true)
    try {
      const family = one.familyId
        ? await call(feeFamilies.get, { schoolId, familyId: one.familyId })
        : // The first time that money of this child is taken, it gets a family with its brothers and sisters.
          await call(feeFamilies.confirm, { schoolId, studentIds: one.studentIds }, { key: crypto.randomUUID() })
      if (!family) return
      setText('')
      setMarked(0)
      onFound(family)
    } catch (problem) {
      toastRefusal(problem)
    } finally {
      setOpening(false)
    }
  }

  /** A reader types faster than the list follows, so Enter asks at once. */
  async function enter() {
    const typed = text.trim()
    if (typed.length < 2 || opening) return
    if (found[marked]) return open(found[marked])
    try {
      const { rows: now } = await call.listed(feeFamilies.list, { schoolId, text: typed, pageSize: 8 })
      if (now.length === 1) return await open(now[0]!)
    } catch (problem) {
      toastRefusal(problem)
    }
  }

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && found.length > 0) {
      event.preventDefault()
      setMarked((before) => (before + step + found.length) % found.length)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      void enter()
    }
  }

  return (
    <div className="space-y-2">
      <input
        ref={ref}
        type="search"
        dir="auto"
        aria-label={t('fees.find')}
        aria-describedby={found[marked] ? `found-${marked}` : undefined}
        placeholder={t('fees.find')}
        maxLength={300}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setMarked(0)
        }}
        onKeyDown={press}
        className="min-h-12 w-full rounded-field border border-line bg-surface px-4 py-2 text-lg placeholder:text-muted"
      />
      {found.length > 0 && <FoundFamilies {...{ found, marked, currency }} onOpen={(one) => void open(one)} />}
      {settled.length > 1 && !isFetching && rows?.length === 0 && <p className="text-muted">{t('fees.noneFound')}</p>}
    </div>
  )
}

type FoundProps = { found: readonly Found[]; marked: number; currency: string | null; onOpen: (one: Found) => void }

/** The families that were found; the marked one is opened by Enter. */
const FoundFamilies = ({ found, marked, currency, onOpen }: FoundProps) => (
  <div id="found-families" className="space-y-2">
    {found.map((one, nth) => (
      <button
        key={one.familyId ?? one.studentIds[0]}
        type="button"
        id={`found-${nth}`}
        aria-current={nth === marked}
        onClick={() => onOpen(one)}
        className={cx(
          'flex min-h-11 w-full flex-wrap items-center justify-between gap-x-4 rounded-card border bg-surface px-4 py-3 text-start',
          nth === marked ? 'border-primary' : 'border-line',
        )}
      >
        <span className="min-w-0">
          <Bdi>{one.names}</Bdi> <span className="text-sm text-muted">{one.code && <Digits>{one.code}</Digits>}</span>
        </span>
        {!isNothing(one.owed) && (
          <span className={isNothing(one.overdue) ? '' : 'font-semibold text-danger'}>
            <FeeMoney amount={isNothing(one.overdue) ? one.owed : one.overdue} currency={currency} />
          </span>
        )}
      </button>
    ))}
  </div>
)
