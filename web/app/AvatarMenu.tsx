import { LogOut } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSession } from '#web/lib/session.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'

const leavingPart = () => import('./Leaving.tsx')
const Leaving = lazy(async () => ({ default: (await leavingPart()).Leaving }))

/** Not modal: the modal kind writes a <style>, which the content policy forbids. */
export function AvatarMenu({ trigger }: { trigger: ReactElement }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const [leaves, setLeaves] = useState(false)
  useEffect(() => void leavingPart().catch(() => undefined), []) // here already when the network goes before the person
  if (!user) return null

  return (
    <>
      {leaves && (
        <Suspense>
          <Leaving onStay={() => setLeaves(false)} />
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
              onSelect={() => setLeaves(true)}
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
