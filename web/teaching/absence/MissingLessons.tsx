import { BellRing } from 'lucide-react'
import { Link } from 'react-router'
import { desk } from '#contract/teaching/absence/desk.ts'
import { useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi, Digits, isolated } from '#web/ui/Bdi.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import type { Desk } from './today.ts'

/** The lessons of today that ended and that nobody took, each with a reminder to who takes it. */
export function MissingLessons({
  desk: { missingLessons, today },
  timeZone,
}: {
  desk: Pick<Desk, 'missingLessons' | 'today'>
  timeZone: string
}) {
  const { t } = useTranslation()
  const { mutateAsync: remind, isPending } = useWrite(desk.remind)
  const send = ({ classRoomId, number, groupId }: Desk['missingLessons'][number]) =>
    void remind({ classRoomId, number, ...(groupId && { groupId }) })
      .then(() => toast({ title: t('absence.reminded') }))
      .catch(toastRefusal)
  return (
    <Card>
      <h2 className="text-base">{t('absence.missingLessons', { count: missingLessons.length })}</h2>
      <ul className="mt-2 divide-y divide-line">
        {missingLessons.map((lesson) => {
          const { classRoomId, classRoomName, groupId, groupName, number, ends, courseName, reminder } = lesson
          const name = [classRoomName, groupName].filter(Boolean).join(' · ')
          return (
            <li key={`${classRoomId} ${number} ${groupId}`} className="flex items-center justify-between gap-2 py-1">
              <div className="min-w-0">
                <Link
                  to={paths.lesson({ classRoomId, day: today, number, groupId })}
                  className="font-medium hover:text-primary"
                >
                  {t('absence.lessonOf', { number, name: isolated(name) })}
                </Link>
                <p className="text-sm text-muted">
                  <Digits>{ends}</Digits> · <Bdi>{courseName}</Bdi> ·{' '}
                  {lesson.teacherNames.length > 0 ? (
                    <Bdi>{lesson.teacherNames.join(' · ')}</Bdi>
                  ) : (
                    t('absence.noTeacher')
                  )}
                </p>
                {reminder && (
                  <p className="text-sm">
                    {reminder.byName ? (
                      <>
                        {t('absence.remindedBy')} <Bdi>{reminder.byName}</Bdi>
                      </>
                    ) : (
                      t('absence.remindedByItself')
                    )}{' '}
                    · <Moment at={reminder.at} timeZone={timeZone} />
                  </p>
                )}
              </div>
              {lesson.teacherNames.length > 0 && (
                <IconButton
                  label={t('absence.remindLesson', { number, name: isolated(name) })}
                  disabled={isPending}
                  onClick={() => send(lesson)}
                >
                  <BellRing className="size-5" aria-hidden="true" />
                </IconButton>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
