import { useTranslation } from '#web/lib/i18n.ts'
import { languageName } from '#web/lib/reference.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import type { ClassRoom } from './ClassCard.tsx'

/** Grade, language, gender, students of capacity and supervisor of a class, in a line. */
export function AboutClass({ classRoom }: { classRoom: ClassRoom }) {
  const { t } = useTranslation()
  const {
    gradeName,
    languageName: language,
    otherYearName,
    gender,
    studentsCount,
    maxOfStudents,
    supervisorName,
  } = classRoom
  return (
    <div className="leading-5">
      <p className="@3xl:truncate">
        <Bdi>{gradeName}</Bdi> · {languageName(t, language)} · {t(`settings.classes.gender${gender}`)} ·{' '}
        {otherYearName && (
          <>
            <Bdi>{otherYearName}</Bdi> ·{' '}
          </>
        )}
        <span className="whitespace-nowrap">
          {t('settings.classes.students')}{' '}
          <Digits>
            {studentsCount}/{maxOfStudents}
          </Digits>
        </span>
      </p>
      <p className="@3xl:truncate">
        {supervisorName ? (
          <>
            {t('classes.supervisor')}: <Bdi>{supervisorName}</Bdi>
          </>
        ) : (
          t('classes.noSupervisor')
        )}
      </p>
    </div>
  )
}
