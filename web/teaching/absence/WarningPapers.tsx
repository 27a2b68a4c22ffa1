import { shownDay, todayIn } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { OnPaper } from '#web/ui/OnPaper.tsx'
import { reachedWords, type AbsenceStep } from './words.ts'

type Props = { steps: readonly AbsenceStep[]; school: OwnSchool; onClose: () => void }

/** A warning a page, with its days and a slip that says it was delivered, and the list of all of them for the file. */
export function WarningPapers({ steps, school, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <OnPaper onClose={onClose}>
      {steps.map((step) => (
        <article key={step.id} className="break-after-page">
          <p className="text-lg">
            <Bdi>{school.name}</Bdi>
          </p>
          <h1 className="mt-2 mb-4 text-xl">
            <Bdi>{step.stepName}</Bdi>
          </h1>
          <p>
            {t('absence.letter.to')} <Bdi>{step.studentName}</Bdi> · <Bdi>{step.classRoomName}</Bdi>
          </p>
          <p className="mt-4">{t('absence.letter.says', { reached: reachedWords(t, step) })}</p>
          <p className="mt-2">
            <Digits>{step.days.map((day) => shownDay(day)).join(' · ')}</Digits>
          </p>
          {step.withdrawnAt && <p className="mt-4 font-semibold">{t('absence.letter.withdrawn')}</p>}
          <p className="mt-4">{t('absence.letter.asks')}</p>
          <div className="mt-8 flex justify-between gap-6">
            <p>
              {t('absence.letter.day')} <Day day={todayIn(school.timeZone)} />
            </p>
            <p className="pb-16">{t('absence.letter.school')}</p>
          </div>
          <div className="mt-6 border-t border-dashed border-line pt-4">
            <h2 className="text-base">{t('absence.letter.slip')}</h2>
            <p className="mt-2">
              {t('absence.letter.received')} «<Bdi>{step.stepName}</Bdi>» · <Bdi>{step.studentName}</Bdi> ·{' '}
              <Bdi>{step.classRoomName}</Bdi>
            </p>
            <div className="mt-6 flex justify-between gap-6 pb-8">
              <p>{t('absence.letter.name')}</p>
              <p>{t('absence.letter.on')}</p>
              <p>{t('absence.letter.signature')}</p>
            </div>
          </div>
        </article>
      ))}
      <ListForFile steps={steps} school={school} />
    </OnPaper>
  )
}

/** What was handed out, one line each, with room for the day and the signature of who received it. */
function ListForFile({ steps, school }: Omit<Props, 'onClose'>) {
  const { t } = useTranslation()
  return (
    <article>
      <p className="text-lg">
        <Bdi>{school.name}</Bdi>
      </p>
      <h1 className="mt-2 mb-4 text-xl">
        {t('absence.letter.list')} · <Day day={todayIn(school.timeZone)} />
      </h1>
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line">
            <th className="py-1 text-start">{t('absence.letter.name')}</th>
            <th className="py-1 text-start">{t('absence.letter.warning')}</th>
            <th className="w-24 py-1 text-start">{t('absence.letter.on')}</th>
            <th className="w-36 py-1 text-start">{t('absence.letter.signature')}</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <tr key={step.id} className="h-10 break-inside-avoid border-b border-line">
              <td className="py-1 pe-2">
                <Bdi>{step.studentName}</Bdi> · <Bdi>{step.classRoomName}</Bdi>
              </td>
              <td className="py-1 pe-2">
                <Bdi>{step.stepName}</Bdi> · {reachedWords(t, step)}
              </td>
              <td>&nbsp;</td>
              <td>&nbsp;</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  )
}
