import { Check, X } from 'lucide-react'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryClient } from '#web/lib/query.ts'
import { askWho } from '#web/lib/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'

/** The yes and the no to what a school asks. A yes may change what the person sees and may do everywhere. */
export function InvitationAnswer({ itemId }: { itemId: string }) {
  const { t } = useTranslation()
  const { mutateAsync, isPending } = useWrite(inbox.answer)

  const send = async (accept: boolean) => {
    try {
      await mutateAsync({ itemId, accept })
      toast({ title: t(accept ? 'inbox.accepted' : 'inbox.refused') })
      if (accept) await askWho()
      void queryClient.invalidateQueries()
    } catch (error) {
      toastRefusal(error)
    }
  }
  return (
    <div className="flex flex-wrap gap-3 px-4 pb-4 ps-14">
      <Button
        tone="primary"
        icon={<Check className="size-5" aria-hidden="true" />}
        disabled={isPending}
        onClick={() => void send(true)}
      >
        {t('inbox.accept')}
      </Button>
      <Button icon={<X className="size-5" aria-hidden="true" />} disabled={isPending} onClick={() => void send(false)}>
        {t('inbox.refuse')}
      </Button>
    </div>
  )
}
