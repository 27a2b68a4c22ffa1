import { lazy, useState } from 'react'
import { threadLimits } from '#contract/messages/threads/thread-shapes.ts'
import { uploadForThread } from '#contract/messages/threads/threads.ts'
import type { Attached } from '#web/platform/attachments/AttachmentList.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import { part } from '#web/ui/part.tsx'

const AttachmentsField = lazy(
  part(async () => (await import('#web/platform/attachments/AttachmentsField.tsx')).AttachmentsField, '.files'),
)

/** The files that go with the next text. */
export function useFiles() {
  const [items, setItems] = useState<readonly Attached[]>([])
  const [sending, setSending] = useState(false)
  return { items, setItems, sending, setSending, ids: items.map(({ id }) => id), clear: () => setItems([]) }
}

type Props = { schoolId: string; files: ReturnType<typeof useFiles> }

/** The words of a text and its files. */
export const TextFields = ({ schoolId, files: { items, setItems, setSending } }: Props) => (
  <>
    <LinesField name="body" label="threads.text" />
    <LazyPart>
      <AttachmentsField
        schoolId={schoolId}
        upload={uploadForThread}
        most={threadLimits.files}
        items={items}
        onChange={setItems}
        onSending={setSending}
      />
    </LazyPart>
  </>
)
