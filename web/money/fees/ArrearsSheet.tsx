import { amountText, exact } from '#contract/money/fees/amounts.ts'
import { feeLists } from '#contract/money/fees/arrears.ts'
import type { InputOf } from '#contract/language/operation.ts'
import { useWhole } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { useDayOfSchool } from './day-of-school.ts'
import { FeeMoney } from './FeeMoney.tsx'
import { HeadOfFees, PaperOfFees } from './PaperOfFees.tsx'

type Props = { input: InputOf<typeof feeLists.arrears>; currency: string | null; onClose: () => void }

/** The list of arrears on paper, as it is narrowed on the screen, with its sums. */
export function ArrearsSheet({ input, currency, onClose }: Props) {
  const { t } = useTranslation()
  const today = useDayOfSchool()
  const { data: rows } = useWhole(feeLists.arrears, input)
  if (!rows) return null
  const decimals = rows[0]?.owed.split('.')[1]?.length ?? 2
  const sum = (of: 'overdue' | 'owed') => {
    const all = rows.reduce((sofar, row) => sofar + exact(row[of]), 0n)
    return <FeeMoney amount={amountText(all, decimals)} currency={currency} />
  }
  return (
    <PaperOfFees onClose={onClose}>
      <article className="fee-sheet">
        <HeadOfFees title={t('fees.tabs.arrears')} day={<Day day={today} weekday />} />
        <table className="fee-lines">
          <thead>
            <tr>
              {['student', 'class', 'familyCode', 'dueSince', 'days', 'overdue', 'owed'].map((heading) => (
                <th key={heading} className={['days', 'overdue', 'owed'].includes(heading) ? 'fee-sum' : undefined}>
                  {t(`fees.${heading}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.studentId}>
                <td>
                  <Bdi>{row.studentName}</Bdi>
                </td>
                <td>
                  <Bdi>{row.classRoomName}</Bdi>
                </td>
                <td>
                  <Digits>{row.familyCode}</Digits>
                </td>
                <td>
                  <Day day={row.oldestOn} />
                </td>
                <td className="fee-sum">{row.days}</td>
                <td className="fee-sum">
                  <FeeMoney amount={row.overdue} currency={null} />
                </td>
                <td className="fee-sum">
                  <FeeMoney amount={row.owed} currency={null} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={5}>{t('fees.students', { count: rows.length })}</td>
              <td className="fee-sum">{sum('overdue')}</td>
              <td className="fee-sum">{sum('owed')}</td>
            </tr>
          </tfoot>
        </table>
      </article>
    </PaperOfFees>
  )
}
