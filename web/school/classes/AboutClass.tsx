import { useTranslation } from '#web/lib/i18n.ts'
import { languageName } from '#web/lib/reference.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import type { ClassRoom } from './ClassCard.tsx'

/** Students of capacity, grade, language, gender and supervisor of a class, in a line. */
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
        <span className="whitespace-nowrap">
          {t('settings.classes.students')}{' '}
          <Digits>
            {studentsCount}/{maxOfStudents}
          </Digits>
        </span>{' '}
        · <Bdi>{gradeName}</Bdi>
        {otherYearName && (
          <>
            {' · '}
            <Bdi>{otherYearName}</Bdi>
          </>
        )}{' '}
        · {languageName(t, language)} · {t(`settings.classes.gender${gender}`)}
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
