import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { forgetOutgoing, useOutgoingCount } from '#web/attendance/outgoing.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { leaving } from '#web/lib/keeping.ts'
import { paths } from '#web/lib/paths.ts'
import { signOut } from '#web/lib/session.ts'
import { Dialog } from '#web/ui/Dialog.tsx'

/** Signs out as soon as it is shown; a teacher whose register is on this device alone is asked first. */
export function Leaving({ onStay }: { onStay: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const unsent = useOutgoingCount()
  const [asks] = useState(unsent > 0)
  const gone = useRef(false)

  async function leave() {
    leaving(true) // before the sign-in page is shown, which would send somebody signed in home
    await navigate(paths.auth())
    await forgetOutgoing().catch(() => undefined)
    await signOut()
  }

  useEffect(() => {
    if (asks || gone.current) return
    gone.current = true
    void leave()
  })

  if (!asks) return null
  return (
    <Dialog
      open
      onOpenChange={onStay}
      title={t('attendance.unsent', { count: unsent })}
      description={t('attendance.lostOnLogout')}
      submit={{ label: t('header.logout'), run: () => void leave(), danger: true }}
    />
  )
}
