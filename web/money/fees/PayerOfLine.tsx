import { useRef, useState } from 'react'
import type { feeStatements } from '#contract/money/fees/statements.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FeeMoney } from './FeeMoney.tsx'
import { FindFamily } from './FindFamily.tsx'

type Line = OutputOf<typeof feeStatements.lines>[number]
type Family = Omit<Line['proposals'][number], 'by'> & { by: Line['proposals'][number]['by'] | null }

type Props = {
  schoolId: string
  currency: string | null
  mayMatch: boolean
  line: Line
  chosen: string | null
  onChoose: (familyId: string | null, toldId: string | null) => void
}

/** The families that may have sent the money of a line, to be ticked; or another one, that is looked for. */
export function PayerOfLine({ schoolId, currency, mayMatch, line, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const [other, setOther] = useState<Family | null>(null)
  const [finding, setFinding] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const families: Family[] = [...line.proposals, ...(other ? [other] : [])]
  return (
    <div className="space-y-1">
      {families.length === 0 && <p className="text-muted">{t('fees.bank.nobody')}</p>}
      {families.map((family) => (
        <label key={family.familyId} className="flex min-h-11 items-center gap-3">
          {mayMatch && (
            <input
              type="checkbox"
              checked={chosen === family.familyId}
              onChange={({ target }) =>
                target.checked ? onChoose(family.familyId, family.told?.id ?? null) : onChoose(null, null)
              }
              className="size-5 shrink-0 accent-(--primary)"
            />
          )}
          <span className="min-w-0">
            <Bdi>{family.names}</Bdi>{' '}
            <span className="text-sm text-muted">
              <Digits>{family.familyCode}</Digits>
              {' · '}
              {family.by && `${t(`fees.bank.by.${family.by}`)} · `}
              {t('fees.owed')} <FeeMoney amount={family.owed} currency={currency} />
            </span>
            {family.told && <Reported told={family.told} />}
          </span>
        </label>
      ))}
      {mayMatch && !finding && (
        <Button tone="quiet" className="-mx-5" onClick={() => setFinding(true)}>
          {t('fees.bank.other')}
        </Button>
      )}
      {finding && (
        <FindFamily
          ref={field}
          schoolId={schoolId}
          currency={currency}
          onFound={({ familyId, code, children, owed }) => {
            setFinding(false)
            if (!line.proposals.some((one) => one.familyId === familyId)) {
              const names = children.map(({ studentName }) => studentName).join('، ')
              setOther({ familyId, familyCode: code, names, owed, by: null, told: null })
            }
            onChoose(familyId, null)
          }}
        />
      )}
    </div>
  )
}

/** What a parent reported, beside the line that it is. */
function Reported({ told }: { told: NonNullable<Line['proposals'][number]['told']> }) {
  return (
    <span className="block text-sm text-muted">
      <Bdi>{told.payerName}</Bdi> · <Day day={told.day} /> · <Digits>{told.reference}</Digits>
      {told.note && (
        <>
          {' · '}
          <Bdi>{told.note}</Bdi>
        </>
      )}
    </span>
  )
}
