import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { feeSettings } from '#contract/money/fees/settings.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { AskIfTyped } from '#web/ui/AskBeforeLeaving.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { LabelledDay } from '#web/ui/LabelledDay.tsx'
import { Empty } from '#web/ui/States.tsx'
import { ChargeOfGrade } from './ChargeOfGrade.tsx'
import { FeeMoney } from './FeeMoney.tsx'
import type { OfSetting } from './of-setting.ts'

type Part = { dueOn: string; share: string }
type Line = { itemId: string; amount: string; parts: Part[] }

const look = 'min-h-11 w-full min-w-0 rounded-field border border-line bg-surface px-3 rtl:text-end'

/** What each grade pays in a year: the items with their parts, and charging the grade by it. */
export function PlansOfFees({ schoolId, settings, manages }: OfSetting) {
  const { t } = useTranslation()
  const [yearId, setYearId] = useState(settings.years[0]?.id ?? null)
  const [gradeId, setGradeId] = useState(settings.plans[0]?.gradeId ?? settings.grades[0]?.id ?? null)
  if (!yearId || !gradeId) return <Empty sentence={t('fees.set.noGrades')} />
  const plan = settings.plans.find((one) => one.yearId === yearId && one.gradeId === gradeId)
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap gap-2">
        <Dropdown
          label={t('fees.year')}
          items={settings.years.map(({ id, name }) => ({ value: id, label: name }))}
          value={yearId}
          onChange={setYearId}
        />
        <Dropdown
          label={t('fees.grade')}
          items={settings.grades.map(({ id, name }) => ({ value: id, label: name }))}
          value={gradeId}
          onChange={setGradeId}
        />
      </div>
      <Plan key={`${yearId} ${gradeId} ${plan?.version}`} {...{ schoolId, settings, manages, yearId, gradeId, plan }} />
      {plan && manages && (
        <ChargeOfGrade {...{ schoolId, yearId, gradeId }} charged={plan.charged} currency={settings.currency} />
      )}
    </div>
  )
}

type PlanProps = OfSetting & {
  yearId: string
  gradeId: string
  plan: OfSetting['settings']['plans'][number] | undefined
}

function Plan({ schoolId, settings, manages, yearId, gradeId, plan }: PlanProps) {
  const { t } = useTranslation()
  const change = useChange(feeSettings.savePlan)
  const { saving, save } = useSaving()
  const stored = (plan?.lines ?? []).map(
    ({ itemId, amount, parts }): Line => ({
      itemId,
      amount: plain(amount),
      parts: parts.map(({ dueOn, amount: fixed, percent }) => ({
        dueOn,
        share: percent ? `${plain(percent)}%` : plain(fixed ?? ''),
      })),
    }),
  )
  const [lines, setLines] = useState<readonly Line[]>(stored)
  const isTyped = JSON.stringify(lines) !== JSON.stringify(stored)
  const set = (nth: number, more: Partial<Line>) =>
    setLines((before) => before.map((line, at) => (at === nth ? { ...line, ...more } : line)))
  const items = settings.items.filter(({ id, active }) => active || lines.some((line) => line.itemId === id))
  const unused = items.filter(({ id }) => !lines.some((line) => line.itemId === id))
  const start = settings.years.find(({ id }) => id === yearId)?.startsOn ?? ''
  const send = () =>
    change({
      schoolId,
      yearId,
      gradeId,
      ...(plan && { baseVersion: plan.version }),
      lines: lines.map(({ itemId, amount, parts }) => ({
        itemId,
        amount,
        parts: parts.map(({ dueOn, share }, nth) => ({
          dueOn,
          ...(nth < parts.length - 1 &&
            (/[%٪]/.test(share) ? { percent: share.replace(/[%٪]/, '') } : { amount: share })),
        })),
      })),
    })
  return (
    <div className="space-y-3">
      <AskIfTyped isTyped={isTyped} />
      {lines.length === 0 && <p className="text-muted">{t('fees.set.noPlan')}</p>}
      {lines.map((line, nth) => (
        <LineOfPlan
          key={line.itemId}
          name={settings.items.find(({ id }) => id === line.itemId)?.name ?? ''}
          onRemove={() => setLines((before) => before.filter((_, at) => at !== nth))}
          onChange={(more) => set(nth, more)}
          {...{ line, manages, start }}
        />
      ))}
      {manages && (
        <div className="flex flex-wrap items-center gap-2">
          {unused.map(({ id, name }) => (
            <Button
              key={id}
              icon={<Plus className="size-5" aria-hidden="true" />}
              onClick={() =>
                setLines((before) => [...before, { itemId: id, amount: '', parts: [{ dueOn: start, share: '' }] }])
              }
            >
              <bdi>{name}</bdi>
            </Button>
          ))}
          <Button tone="primary" disabled={saving || !isTyped || lines.length === 0} onClick={() => save(send)}>
            {t('common.save')}
          </Button>
          {plan && (
            <span className="text-muted">
              {t('fees.set.total')} <FeeMoney amount={plan.total} currency={settings.currency} />
            </span>
          )}
        </div>
      )}
    </div>
  )
}

type LineProps = {
  line: Line
  name: string
  manages: boolean
  start: string
  onChange: (more: Partial<Line>) => void
  onRemove: () => void
}

/** An item of a plan with its parts. */
function LineOfPlan({ line, name, manages, start, onChange, onRemove }: LineProps) {
  const { t } = useTranslation()
  const setPart = (at: number, more: Partial<Part>) =>
    onChange({ parts: line.parts.map((one, of) => (of === at ? { ...one, ...more } : one)) })
  return (
    <Card className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="flex-1 basis-40 font-semibold">
          <bdi>{name}</bdi>
        </h3>
        <label className="flex items-center gap-2">
          {t('fees.amount')}
          <input
            dir="ltr"
            inputMode="decimal"
            disabled={!manages}
            value={line.amount}
            onChange={({ target }) => onChange({ amount: target.value })}
            className={look}
          />
        </label>
        {manages && (
          <IconButton label={t('fees.set.removeItem')} onClick={onRemove}>
            <Trash2 className="size-5" aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <ul className="space-y-2">
        {line.parts.map((part, at) => (
          <PartOfLine
            key={at}
            part={part}
            isLast={at === line.parts.length - 1}
            manages={manages}
            onChange={(more) => setPart(at, more)}
            {...(line.parts.length > 1 && {
              onRemove: () => onChange({ parts: line.parts.filter((_, of) => of !== at) }),
            })}
          />
        ))}
      </ul>
      {manages && (
        <Button
          tone="quiet"
          icon={<Plus className="size-5" aria-hidden="true" />}
          onClick={() => onChange({ parts: [...line.parts, { dueOn: line.parts.at(-1)?.dueOn ?? start, share: '' }] })}
        >
          {t('fees.set.addPart')}
        </Button>
      )}
    </Card>
  )
}

type PartProps = {
  part: Part
  isLast: boolean
  manages: boolean
  onChange: (more: Partial<Part>) => void
  onRemove?: () => void
}

/** A part: its day, and an amount or a percentage; the last one takes what is left. */
function PartOfLine({ part, isLast, manages, onChange, onRemove }: PartProps) {
  const { t } = useTranslation()
  return (
    <li className="flex flex-wrap items-end gap-2">
      <div className="flex-1 basis-40">
        <LabelledDay label="fees.dueOn" value={part.dueOn} onChange={(dueOn) => onChange({ dueOn })} />
      </div>
      {isLast ? (
        <span className="flex min-h-11 flex-1 basis-40 items-center text-muted">{t('fees.set.rest')}</span>
      ) : (
        <label className="grid flex-1 basis-40 gap-1 text-sm">
          {t('fees.set.share')}
          <input
            dir="ltr"
            disabled={!manages}
            value={part.share}
            onChange={({ target }) => onChange({ share: target.value })}
            className={look}
          />
        </label>
      )}
      {manages && onRemove && (
        <IconButton label={t('fees.set.removePart')} onClick={onRemove}>
          <Trash2 className="size-5" aria-hidden="true" />
        </IconButton>
      )}
    </li>
  )
}

const plain = (amount: string) =>
  amount.replace(/\.(\d*[1-9])?0+$/, (_, kept: string | undefined) => (kept ? `.${kept}` : ''))
