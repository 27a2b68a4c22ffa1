import type { Family } from '#contract/money/fees/families.ts'
import type * as z from 'zod/mini'
import { amountInWords } from '#contract/money/fees/amount-words.ts'
import type { Currency } from '#contract/money/fees/amounts.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { useDayOfSchool } from './day-of-school.ts'
import { FeeMoney, isNothing } from './FeeMoney.tsx'
import { HeadOfFees, PaperOfFees } from './PaperOfFees.tsx'

export type ShownFamily = z.output<typeof Family>

type Props = { family: ShownFamily; of: 'demand' | 'statement'; onClose: () => void }

/** What a family owes, as a letter that asks for it, or everything that was charged and paid. */
export function FamilySheet({ family, of, onClose }: Props) {
  const { t, language } = useTranslation()
  const today = useDayOfSchool()
  const { currency } = family
  return (
    <PaperOfFees onClose={onClose}>
      <article className="fee-sheet">
        <HeadOfFees title={t(`fees.paper.${of}`)} day={<Day day={today} />} />
        <dl className="fee-facts">
          <dt>{t('fees.familyCode')}</dt>
          <dd>
            <Digits>{family.code}</Digits>
          </dd>
          <dt>{t('fees.children')}</dt>
          <dd>
            {family.children.map(({ studentId, studentName, classRoomName }) => (
              <span key={studentId} className="block">
                <Bdi>{studentName}</Bdi> (<Bdi>{classRoomName}</Bdi>)
              </span>
            ))}
          </dd>
        </dl>
        {of === 'demand' && <p className="fee-words">{t('fees.paper.asks')}</p>}
        <table className="fee-lines">
          <thead>
            <tr>
              {(of === 'demand' ? ['dueOn', 'item', 'student', 'owed'] : ['day', 'state', 'amount', 'balance']).map(
                (head) => (
                  <th key={head} className={['owed', 'amount', 'balance'].includes(head) ? 'fee-sum' : undefined}>
                    {t(`fees.${head}`)}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>{of === 'demand' ? <Demanded family={family} /> : <Stated family={family} />}</tbody>
          <tfoot>
            <tr>
              <td colSpan={3}>{t('fees.owed')}</td>
              <td className="fee-sum">
                <FeeMoney amount={family.owed} currency={currency} />
              </td>
            </tr>
          </tfoot>
        </table>
        {of === 'demand' && <p className="fee-words">{amountInWords(family.owed, currency as Currency, language)}</p>}
        {of === 'demand' && <p>{t('fees.paper.quote', { code: family.code })}</p>}
      </article>
    </PaperOfFees>
  )
}

const moneyAlone = (amount: string) => <FeeMoney amount={amount} currency={null} />

/** The parts that are still owed. */
const Demanded = ({ family }: { family: ShownFamily }) =>
  family.dues
    .filter((due) => !isNothing(due.open))
    .map((due) => (
      <tr key={due.id}>
        <td>
          <Day day={due.dueOn} />
        </td>
        <td>
          <Bdi>{due.itemName}</Bdi> <Bdi>{due.yearName}</Bdi>
        </td>
        <td>
          <Bdi>{due.studentName}</Bdi>
        </td>
        <td className="fee-sum">{moneyAlone(due.open)}</td>
      </tr>
    ))

/** Everything that was charged and paid. */
function Stated({ family }: { family: ShownFamily }) {
  const { t } = useTranslation()
  return family.statement.map((line) => (
    <tr key={line.postingId}>
      <td>
        <Day day={line.day} />
      </td>
      <td>
        {t(`fees.posting.${line.kind}`)} <Bdi>{line.about}</Bdi>
      </td>
      <td className="fee-sum">{moneyAlone(line.amount)}</td>
      <td className="fee-sum">{moneyAlone(line.balance)}</td>
    </tr>
  ))
}
