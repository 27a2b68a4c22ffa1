import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { type Outgoing, startOutgoing, useUnsent } from './outgoing.ts'

const pathOf = ({ register: { classRoomId, date }, lesson }: Outgoing) =>
  lesson ? paths.lesson({ classRoomId, day: date, ...lesson }) : paths.register(classRoomId, date)

/** Above every screen while a confirmed register has not reached the server, wherever its teacher has gone. */
export function Unsent() {
  const { t } = useTranslation()
  const unsent = useUnsent()
  const [first] = unsent
  useEffect(() => {
    void startOutgoing()
  }, [])
  if (!first) return null

  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-x-3 border-b border-accent bg-wait-soft px-4 py-2 md:px-8"
    >
      <CloudOff className="size-5 shrink-0" aria-hidden="true" />
      {t('attendance.unsent', { count: unsent.length })}
      <Link to={pathOf(first)} className="inline-flex min-h-11 items-center font-medium text-primary underline">
        {t('attendance.openRegister')}
      </Link>
    </p>
  )
}
