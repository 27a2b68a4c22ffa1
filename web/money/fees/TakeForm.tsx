import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { amountText, exact } from '#contract/money/fees/amounts.ts'
import { feeCounter } from '#contract/money/fees/counter.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { Refused } from '#contract/language/caller.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { useChange } from '#web/records/change.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LabelledDay } from '#web/ui/LabelledDay.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import type { ShownFamily } from './FamilySheet.tsx'
import { FeeMoney, isNothing } from './FeeMoney.tsx'

type Way = { id: string; name: string; kind: string }
type Taken = OutputOf<typeof feeCounter.take>

type Props = {
  schoolId: string
  family: ShownFamily
  ways: readonly Way[]
  isOpen: boolean
  onCancel: () => void
  onTaken: (taken: Taken) => void
}

/** What is typed of one payment, and taking it. */
function useTaking({ schoolId, family, ways, onTaken }: Omit<Props, 'isOpen' | 'onCancel'>) {
  const take = useChange(feeCounter.take)
  const [first] = family.dues.filter((due) => !isNothing(due.open))
  const usual = plain(isNothing(family.overdue) ? (first?.open ?? '') : family.overdue)
  const [typed, setTyped] = useState(() => ({
    amount: usual,
    wayId: ways[0]?.id ?? '',
    reference: '',
    dated: '',
    payerId: '',
    dueIds: [] as readonly string[],
    /** Why the same reference comes again; null until that is asked. */
    again: null as string | null,
  }))
  const [refused, setRefused] = useState<string | null>(null)
  const [taking, setTaking] = useState(false)
  // One payment has one id, so that Enter pressed twice, or an answer that was lost, takes nothing twice.
  const [clientOperationId] = useState(() => crypto.randomUUID())
  const way = ways.find(({ id }) => id === typed.wayId)

  async function send() {
    if (taking) return true
    setTaking(true)
    setRefused(null)
    const { amount, wayId, reference, dated, payerId, dueIds, again } = typed
    try {
      onTaken(
        await take({
          clientOperationId,
          schoolId,
          familyId: family.familyId,
          amount,
          wayId,
          reference: way?.kind === 'cash' ? '' : reference,
          dated: way?.kind === 'cheque' ? dated : '',
          dueIds: [...dueIds],
          payerId: payerId || null,
          again: again || null,
        }),
      )
      return true
    } catch (problem) {
      if (problem instanceof Refused && problem.message.startsWith('The same way')) set({ again: again ?? '' })
      setRefused(sentenceFrom(problem))
      setTaking(false)
      return false
    }
  }
  const set = (more: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...more }))
  /** What is ticked is what is paid: its sum, so that nothing of it becomes credit unasked. */
  function tick(dueIds: readonly string[]) {
    const ticked = family.dues.filter(({ id }) => dueIds.includes(id))
    const sum = ticked.reduce((sofar, { open }) => sofar + exact(open), 0n)
    set({ dueIds, amount: ticked.length > 0 ? plain(amountText(sum, family.decimals)) : usual })
  }
  return { typed, set, tick, way, refused, taking, send }
}

export const namesOf = ({ children }: ShownFamily) => children.map(({ studentName }) => studentName).join('، ')

/** The family with all its children, and the amount that is taken. Enter takes it. */
export function TakeForm({ schoolId, family, ways, isOpen, onCancel, onTaken }: Props) {
  const { t } = useTranslation()
  const { typed, set, tick, way, refused, taking, send } = useTaking({ schoolId, family, ways, onTaken })
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send().then((taken) => !taken && field.current?.focus())
  }
  return (
    <form onSubmit={submit} noValidate>
      <Card className="space-y-4">
        <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 className="text-lg font-semibold">
            <Bdi>{namesOf(family)}</Bdi>{' '}
            <span className="text-sm text-muted">
              <Digits>{family.code}</Digits>
            </span>
          </h2>
          <LinkButton tone="quiet" to={paths.feeFamily(family.familyId)}>
            {t('fees.ledger')}
          </LinkButton>
        </header>
        <Sums family={family} />
        <div className="grid items-end gap-4 md:grid-cols-2">
          <Labelled label={t('fees.amount')}>
            {(id) => (
              <input
                id={id}
                ref={field}
                dir="ltr"
                inputMode="decimal"
                autoComplete="off"
                value={typed.amount}
                onChange={({ target }) => set({ amount: target.value })}
                className="min-h-12 w-full rounded-field border border-line bg-surface px-4 py-2 text-lg rtl:text-end"
              />
            )}
          </Labelled>
          <Segments
            label={t('fees.way')}
            items={ways.map(({ id, name }) => ({ value: id, label: name }))}
            value={typed.wayId}
            onChange={(wayId) => set({ wayId })}
          />
          <FurtherFields {...{ typed, set, way, family }} />
        </div>
        {refused && (
          <p role="alert" className="rounded-field bg-danger-soft px-4 py-3 text-danger">
            {refused}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onCancel}>{t('common.cancel')}</Button>
          <Button type="submit" tone="primary" disabled={taking || !isOpen}>
            {t('fees.takeAndPrint')}
          </Button>
        </div>
        {!isOpen && <p className="text-end text-sm text-muted">{t('fees.openFirst')}</p>}
        <OpenParts family={family} ticked={typed.dueIds} onTick={tick} />
      </Card>
    </form>
  )
}

type FurtherProps = Pick<ReturnType<typeof useTaking>, 'typed' | 'set' | 'way'> & { family: ShownFamily }

/** What only some ways of paying need, and who pays where several may. */
function FurtherFields({ typed, set, way, family }: FurtherProps) {
  const { t } = useTranslation()
  return (
    <>
      {way && way.kind !== 'cash' && (
        <Words
          label={t(way.kind === 'cheque' ? 'fees.chequeNumber' : 'fees.reference')}
          value={typed.reference}
          onChange={(reference) => set({ reference })}
        />
      )}
      {way?.kind === 'cheque' && (
        <LabelledDay label="fees.dated" value={typed.dated} onChange={(dated) => set({ dated })} />
      )}
      {family.payers.length > 1 && (
        <Labelled label={t('fees.payer')}>
          {(id) => (
            <select
              id={id}
              value={typed.payerId}
              onChange={({ target }) => set({ payerId: target.value })}
              className="min-h-12 w-full rounded-field border border-line bg-surface px-4 py-2"
            >
              <option value="">{t('fees.anyPayer')}</option>
              {family.payers.map(({ id: payer, name }) => (
                <option key={payer} value={payer}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Labelled>
      )}
      {typed.again !== null && (
        <Words label={t('fees.whyAgain')} value={typed.again} onChange={(again) => set({ again })} />
      )}
    </>
  )
}

const Words = ({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) => (
  <Labelled label={label}>
    {(id) => (
      <input
        id={id}
        dir="auto"
        maxLength={300}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="min-h-12 w-full rounded-field border border-line bg-surface px-4 py-2"
      />
    )}
  </Labelled>
)

/** As it is typed: without decimals that are zero. */
const plain = (amount: string) => amount.replace(/\.0+$/, '')

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="space-y-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children(id)}
    </div>
  )
}

/** What the family owes, what of it is late, and what it has paid beyond. */
function Sums({ family }: { family: ShownFamily }) {
  const { t } = useTranslation()
  const { currency } = family
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-1">
      <span>
        {t('fees.owed')}: <FeeMoney amount={family.owed} currency={currency} />
      </span>
      {!isNothing(family.overdue) && (
        <span className="font-semibold text-danger">
          {t('fees.overdue')}: <FeeMoney amount={family.overdue} currency={currency} />
        </span>
      )}
      {!isNothing(family.credit) && (
        <span>
          {t('fees.credit')}: <FeeMoney amount={family.credit} currency={currency} />
        </span>
      )}
    </p>
  )
}

type OpenPartsProps = { family: ShownFamily; ticked: readonly string[]; onTick: (ticked: readonly string[]) => void }

/** The open parts; ticking some pays those instead of the oldest. */
function OpenParts({ family, ticked, onTick }: OpenPartsProps) {
  const open = family.dues.filter((due) => !isNothing(due.open))
  const { currency } = family
  return (
    <ul className="divide-y divide-line">
      {open.map((due) => (
        <li key={due.id}>
          <label className="flex min-h-11 flex-wrap items-center gap-x-4 py-1">
            <input
              type="checkbox"
              className="size-5 accent-(--primary)"
              checked={ticked.includes(due.id)}
              onChange={() =>
                onTick(ticked.includes(due.id) ? ticked.filter((id) => id !== due.id) : [...ticked, due.id])
              }
            />
            <span className="min-w-0 flex-1">
              <Bdi>{due.itemName}</Bdi> · <Bdi>{due.studentName}</Bdi>
              <span className="block text-sm text-muted">
                <Day day={due.dueOn} /> · <Bdi>{due.yearName}</Bdi>
              </span>
            </span>
            <FeeMoney amount={due.open} currency={currency} />
          </label>
        </li>
      ))}
    </ul>
  )
}
