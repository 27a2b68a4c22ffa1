import { LogOut } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { lazy, type ReactElement, Suspense, useState } from 'react'
import { useOutgoingCount } from '#web/attendance/outgoing.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSession } from '#web/lib/session.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { useLeave } from './leave.ts'

// Fetched ahead by web/attendance/Unsent.tsx: only who may have a register here is ever asked.
const Dialog = lazy(() => import('#web/ui/Dialog.tsx').then((file) => ({ default: file.Dialog })))

/** Not modal: the modal kind writes a <style>, which the content policy forbids. */
export function AvatarMenu({ trigger }: { trigger: ReactElement }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const unsent = useOutgoingCount()
  const [asking, setAsking] = useState(false)
  const leave = useLeave()
  if (!user) return null

  return (
    <>
      {asking && (
        <Suspense>
          <Dialog
            open
            onOpenChange={setAsking}
            title={t('attendance.unsent', { count: unsent })}
            description={t('attendance.lostOnLogout')}
            submit={{ label: t('header.logout'), run: () => void leave(), danger: true }}
          />
        </Suspense>
      )}
      <DropdownMenu.Root defaultOpen modal={false}>
        <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            align="end"
            sideOffset={8}
            collisionPadding={12}
            className="enter z-50 w-64 rounded-card border border-line bg-surface p-2 shadow-lg shadow-black/10"
          >
            <DropdownMenu.Label className="border-b border-line px-3 pt-2 pb-3">
              <span className="block text-sm text-muted">{t('header.welcome')}</span>
              <span className="block text-lg font-semibold [overflow-wrap:anywhere]">
                <Bdi>{user.userName || `${user.firstName} ${user.lastName}`}</Bdi>
              </span>
              <span className="block text-sm text-muted">
                <Digits>{user.phoneNumber}</Digits>
              </span>
            </DropdownMenu.Label>
            <DropdownMenu.Item
              onSelect={() => (unsent > 0 ? setAsking(true) : void leave())}
              className="mt-2 flex min-h-11 cursor-pointer items-center gap-3 rounded-field px-3 outline-none! data-highlighted:bg-soft data-highlighted:text-primary"
            >
              <LogOut className="mirror-rtl size-5" aria-hidden="true" />
              {t('header.logout')}
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </>
  )
}
