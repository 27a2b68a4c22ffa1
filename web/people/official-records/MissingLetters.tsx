import { type missingKinds, recordLists } from '#contract/people/official-records/record-lists.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { todayIn } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { OnPaper } from '#web/ui/OnPaper.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'

type Missing = OutputOf<typeof recordLists.missing>[number]
type Props = {
  school: OwnSchool
  rows: readonly Missing[]
  missingOf: (row: Missing) => readonly (typeof missingKinds)[number][]
  onClose: () => void
}

/** A page for the parents of each student, with room for what is missing, and the address at which who has an account enters it. */
export function MissingLetters({ school, rows, missingOf, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <OnPaper onClose={onClose}>
      {rows.map((row) => (
        <article key={row.studentId} className="break-after-page">
          <div className="flex justify-between gap-6">
            <div>
              <p className="text-lg">
                <Bdi>{school.name}</Bdi>
              </p>
              <h1 className="mt-2 mb-4 text-xl">{t('settings.missing.letter.title')}</h1>
              <p>
                {t('settings.missing.letter.to')} <Bdi>{row.studentName}</Bdi> · <Bdi>{row.classRoomName}</Bdi>
              </p>
              <p className="mt-3">{t('settings.missing.letter.asks')}</p>
            </div>
            <QrCode text={location.origin + paths.myChildrenRecords()} />
          </div>
          <dl className="mt-6 space-y-6">
            {missingOf(row).map((kind) => (
              <div key={kind} className="flex items-end gap-3">
                <dt>{t(`settings.missing.${kind === 'confirmation' ? 'letter.right' : kind}`)}</dt>
                <dd className="min-h-11 flex-1 border-b border-line" />
              </div>
            ))}
          </dl>
          <div className="mt-8 flex justify-between gap-6">
            <p>
              {t('settings.missing.letter.day')} <Day day={todayIn(school.timeZone)} />
            </p>
            <p className="pb-16">{t('settings.missing.letter.signature')}</p>
          </div>
        </article>
      ))}
    </OnPaper>
  )
}
