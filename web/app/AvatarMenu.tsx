import { BellRing, KeyRound, LogOut, type LucideIcon, MonitorSmartphone, UserRound } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type ReactElement, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Link } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { Bdi, PhoneNumber } from '#web/ui/Bdi.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { outgoing, useLeave } from './leave.ts'

void outgoing() // fetched together with the menu, because signing out must not need a network

/** Not modal, because a modal menu writes a <style>, which the content security policy forbids. */
export function AvatarMenu({ trigger }: { trigger: ReactElement }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const [unsent, setUnsent] = useState(0)
  const leave = useLeave()
  if (!user) return null

  async function askOrLeave() {
    const all = (await outgoing())?.useOutgoing.getState().all ?? []
    const mine = all.filter(({ personId }) => personId === user?.id).length
    setUnsent(mine)
    if (mine === 0) await leave()
  }

  return (
    <>
      {unsent > 0 && (
        <Dialog
          open
          onOpenChange={() => setUnsent(0)}
          title={t('attendance.unsent', { count: unsent })}
          description={t('attendance.lostOnLogout')}
          submit={{ label: t('header.logout'), run: () => void leave(), danger: true }}
        />
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
                <Bdi>{user.userName || `${user.firstName} ${user.lastName}`.trim()}</Bdi>
              </span>
              <span className="block text-sm text-muted">
                <PhoneNumber phone={user.phoneNumber} />
              </span>
            </DropdownMenu.Label>
            <div className="pt-2">
              {entries.map(({ to, text, Icon }) => (
                <DropdownMenu.Item key={to} asChild>
                  <Link to={to} className={item}>
                    <Icon className="size-5" aria-hidden="true" />
                    <span className="capital">{t(text)}</span>
                  </Link>
                </DropdownMenu.Item>
              ))}
            </div>
            <DropdownMenu.Separator className="my-2 border-t border-line" />
            <DropdownMenu.Item onSelect={() => void askOrLeave()} className={item}>
              <LogOut className="mirror-rtl size-5" aria-hidden="true" />
              <span className="capital">{t('header.logout')}</span>
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </>
  )
}

const entries: { to: string; text: string; Icon: LucideIcon }[] = [
  { to: paths.profile(), text: 'profile.title', Icon: UserRound },
  { to: paths.changePassword(), text: 'passwords.change', Icon: KeyRound },
  { to: paths.notices(), text: 'notices.title', Icon: BellRing },
  { to: paths.sessions(), text: 'sessions.title', Icon: MonitorSmartphone },
]

const item =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-field px-3 outline-none! data-highlighted:bg-soft data-highlighted:text-primary'
