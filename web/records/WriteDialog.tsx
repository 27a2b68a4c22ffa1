import type { ReactNode } from 'react'
import type { DefaultValues } from 'react-hook-form'
import type { InputOf, Operation } from '#contract/language/operation.ts'
import { useWrite } from '#web/lib/api.ts'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'

type Props<O extends Operation> = {
  operation: O
  /** The input of the operation before anything is typed. */
  start: DefaultValues<InputOf<O>>
  /** What is sent beside the fields, such as a picture that is stored already. */
  beside?: Partial<InputOf<O>>
  title: string
  description: string
  /** Key of the submit button's text. */
  submit: string
  /** The text that is shown once the write is stored. */
  done: string
  /** Offers to undo what was done, instead of a plain toast. */
  offerUndo?: (done: string) => void
  /** With a keyboard the first field has the focus. */
  typesAtOnce?: boolean
  onClose: () => void
  /** Called before `onClose` once the write is stored. */
  onStored?: () => void
  children: ReactNode
}

/** A form in a dialog that sends one write and then closes. Texts come translated, but for the key of the button. */
export function WriteDialog<O extends Operation>({
  operation,
  start,
  beside,
  title,
  description,
  submit,
  done,
  offerUndo = (title) => toast({ title }),
  typesAtOnce = false,
  onClose,
  onStored,
  children,
}: Props<O>) {
  const { mutateAsync: write } = useWrite(operation)
  async function save(values: InputOf<O>) {
    await write({ ...values, ...beside })
    onStored?.()
    offerUndo(done)
    onClose()
  }
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description} typesAtOnce={typesAtOnce}>
      <Form schema={operation.input} start={start} save={save} submit={submit} beside={<DialogCancel />}>
        {children}
      </Form>
    </Dialog>
  )
}
