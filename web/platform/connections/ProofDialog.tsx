import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { proofAgain } from '#contract/platform/connections/program-keys.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import { noProof, ProofField, useProof } from './proof.tsx'

const ProofForm = z.object(proofAgain)

type Props = {
  title: string
  description: string
  submit: string
  children?: ReactNode
  /** Sends the change with the proof. */
  change: (proof: typeof noProof) => Promise<unknown>
  onClose: () => void
}

/** Makes one change, for which a person may have to prove again who they are. `submit`: the key of the words on the button. */
export function ProofDialog({ title, description, submit, children, change, onClose }: Props) {
  const { t } = useTranslation()
  const { needed, asking } = useProof()
  async function save(proof: typeof noProof) {
    await change(proof)
    toast({ title: t('settings.saved') })
    onClose()
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={description}>
      {children}
      <Form<typeof noProof>
        schema={ProofForm}
        start={noProof}
        draft={false}
        submit={submit}
        beside={<DialogCancel />}
        save={(typed) => asking(() => save(typed))}
      >
        <ProofField needed={needed} />
      </Form>
    </Dialog>
  )
}
