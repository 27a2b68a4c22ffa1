import { Copy } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'

/** Where a program reads by OneRoster; it adds the service that it reads. */
export const oneRosterAddress = () => `${location.origin}/ims/oneroster`

export function CopyAddress() {
  const { t } = useTranslation()
  const copied = () => toast({ title: t('settings.connection.addressCopied') })
  return (
    <IconButton
      label={t('settings.connection.copyAddress')}
      onClick={() => void navigator.clipboard.writeText(oneRosterAddress()).then(copied, toastRefusal)}
    >
      <Copy className="size-5" aria-hidden="true" />
    </IconButton>
  )
}
