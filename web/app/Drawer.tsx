import { Plus, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactElement, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { useBackCloses } from '#web/ui/back-closes.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { useSession } from '#web/lib/session.ts'
import { afterFirstUse } from '#web/ui/FirstUse.tsx'
import { SchoolChoice } from './SchoolChoice.tsx'
import { MainMenu } from './SideMenu.tsx'

const CreateSchool = afterFirstUse(() => import('./CreateSchool.tsx').then((file) => file.CreateSchool))

/** The side menu on a narrow screen, over the page. */
export function Drawer({ trigger }: { trigger: ReactElement }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  const { appPermissions } = useSession()
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>{trigger}</Dialog.Trigger>
      <Dialog.Portal>
        <div data-overlay className="enter-fade fixed inset-0 z-40 bg-veil md:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          className="enter-drawer fixed inset-y-0 start-0 z-50 flex w-[min(19rem,85vw)] flex-col gap-5 overflow-y-auto border-e border-line bg-surface p-4 md:hidden"
        >
          <BackCloses close={() => setOpen(false)} />
          <div className="flex items-center justify-between ps-3">
            <Dialog.Title className="text-lg">{t('header.menu')}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label={t('common.close')}>
                <X className="size-5" aria-hidden="true" />
              </IconButton>
            </Dialog.Close>
          </div>
          <SchoolChoice wide />
          <MainMenu onChosen={() => setOpen(false)} />
          {appPermissions.includes('CreateSchool') && (
            <CreateSchool
              onCreated={() => setOpen(false)}
              trigger={
                <Button wide icon={<Plus className="size-5" aria-hidden="true" />}>
                  {t('header.createSchool')}
                </Button>
              }
            />
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function BackCloses({ close }: { close: () => void }) {
  useBackCloses(close)
  return null
}
