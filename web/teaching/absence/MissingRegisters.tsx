import { BellRing } from 'lucide-react'
import { Link } from 'react-router'
import { desk } from '#contract/teaching/absence/desk.ts'
import { useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi, isolated } from '#web/ui/Bdi.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import type { Desk } from './today.ts'

/** The classes without a register today, each with a reminder to its teacher. */
export function MissingRegisters({ desk: { missing }, timeZone }: { desk: Desk; timeZone: string }) {
  const { t } = useTranslation()
  const { mutateAsync: remind, isPending } = useWrite(desk.remind)
  const send = (classRoomId: string) =>
    void remind({ classRoomId })
      .then(() => toast({ title: t('absence.reminded') }))
      .catch(toastRefusal)
  return (
    <Card>
      <h2 className="text-base">{t('absence.missing', { count: missing.length })}</h2>
      {missing.length > 0 && (
        <ul className="mt-2 divide-y divide-line">
          {missing.map(({ classRoomId, classRoomName, supervisorName, reminder }) => (
            <li key={classRoomId} className="flex items-center justify-between gap-2 py-1">
              <div className="min-w-0">
                <Link to={paths.classRoom(classRoomId, 'attendance')} className="font-medium hover:text-primary">
                  <Bdi>{classRoomName}</Bdi>
                </Link>
                <p className="text-sm text-muted">
                  {supervisorName ? <Bdi>{supervisorName}</Bdi> : t('absence.noSupervisor')}
                </p>
                {reminder && (
                  <p className="text-sm">
                    {t('absence.remindedBy')} <Bdi>{reminder.byName}</Bdi> ·{' '}
                    <Moment at={reminder.at} timeZone={timeZone} />
                  </p>
                )}
              </div>
              <IconButton
                label={t('absence.remind', { name: isolated(classRoomName) })}
                disabled={isPending}
                onClick={() => send(classRoomId)}
              >
                <BellRing className="size-5" aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
