import { feeLists } from '#contract/money/fees/arrears.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { LinkButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { Empty } from '#web/ui/States.tsx'
import { openFirst, OwnDue } from './OwnDue.tsx'

/** What is due for one child, for a parent who pays, and the way to pay it. */
export function ChildFees({ studentId }: { studentId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(feeLists.own, { studentId })
  const dues = data?.flatMap((own) =>
    openFirst(own.dues.filter((due) => due.studentId === studentId)).map((due) => ({ due, currency: own.currency })),
  )
  return (
    <RowStates rows={dues} error={error} again={refetch} count={3} empty={<Empty sentence={t('fees.nothingMine')} />}>
      {(rows) => (
        <div className="space-y-3">
          <LinkButton to={paths.ownFees()}>{t('fees.mine')}</LinkButton>
          <Card className="py-1">
            <ul className="divide-y divide-line">
              {rows.map(({ due, currency }) => (
                <OwnDue key={due.id} due={due} currency={currency} ticked={false} onTick={null} />
              ))}
            </ul>
          </Card>
        </div>
      )}
    </RowStates>
  )
}
