import { useState } from 'react'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { useDiscarding, useEditorDraft, useKeeping } from '#web/ui/editor-draft.ts'
import { RowStates } from '#web/ui/RowStates.tsx'
import { ManyChoice, type ManyItem } from '#web/ui/ManyChoice.tsx'
import { Restored } from '#web/ui/Restored.tsx'
import { toast } from '#web/ui/toast.ts'
import { TypedBeside } from '#web/ui/typed.ts'

type Props = {
  /** Texts, already translated. */
  title: string
  description?: string
  label: string
  submit: string
  /** The text when there is nothing to choose. */
  nothing: string
  /** The sentence that the server would answer if nothing is chosen. */
  atLeastOne: string
  /** Undefined while they are being loaded. */
  items: ManyItem[] | undefined
  error?: unknown
  /** Repeats the read that failed. */
  again: () => unknown
  save: (chosen: string[]) => Promise<unknown>
  onClose: () => void
}

/** A dialog in which several are chosen and stored together. A refusal is shown in the dialog, which stays open. */
export function ChooseDialog({ title, description, nothing, ...props }: Props) {
  const { items, error, again, onClose } = props
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      {...(description !== undefined && { description })}
    >
      <RowStates
        rows={items}
        error={error}
        again={again}
        count={3}
        empty={<p className="rounded-field bg-soft px-4 py-3">{nothing}</p>}
      >
        {(items) => <Choice {...props} items={items} />}
      </RowStates>
    </Dialog>
  )
}

type ChoiceProps = Pick<Props, 'label' | 'submit' | 'atLeastOne' | 'save' | 'onClose'> & { items: ManyItem[] }

function Choice({ label, submit, atLeastOne, items, save, onClose }: ChoiceProps) {
  const { t } = useTranslation()
  const draft = useEditorDraft<string[]>('chosen')
  // Somebody else may have taken some of them meanwhile.
  const [chosen, setChosen] = useState(
    () => new Set(draft.restored?.filter((one) => items.some(({ value }) => value === one))),
  )
  const [refused, setRefused] = useState('')
  const [sending, setSending] = useState(false)

  useKeeping(draft, chosen.size > 0 ? [...chosen] : null)
  const discard = useDiscarding(draft, () => setChosen(new Set()))

  function refuse(sentence: string) {
    setRefused(sentence)
    toast({ title: sentence, tone: 'danger' })
  }

  async function send() {
    if (chosen.size === 0) return refuse(translated(atLeastOne))
    setSending(true)
    setRefused('')
    try {
      await save([...chosen])
      draft.drop()
      toast({ title: t('settings.saved') })
      onClose()
    } catch (problem) {
      refuse(sentenceFrom(problem))
    } finally {
      setSending(false)
    }
  }

  return (
    <div className="space-y-5">
      <TypedBeside isTyped={chosen.size > 0} />
      {draft.restored && chosen.size > 0 && <Restored onDiscard={discard} />}
      <ManyChoice label={label} items={items} value={chosen} onChange={setChosen} />
      {refused && (
        <p role="alert" className="rounded-field bg-danger-soft px-4 py-3 text-danger">
          {refused}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <DialogCancel />
        <Button tone="primary" disabled={sending} onClick={() => void send()}>
          {sending ? t('common.submitting') : submit}
        </Button>
      </div>
    </div>
  )
}
