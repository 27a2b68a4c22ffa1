import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { toast, toastRefusal } from './toast.ts'

/** A secret that is shown this once, with a button that copies it. The words are translated; `children` are what else can be done with it. */
export const ShownOnce = ({
  secret,
  copy,
  copied,
  children,
}: {
  secret: string
  copy: string
  copied: string
  children?: ReactNode
}) => (
  <>
    <p className="rounded-field border border-line px-3 py-2 text-sm break-all" dir="ltr">
      {secret}
    </p>
    <div className="flex flex-wrap gap-2">
      <Button
        icon={<Copy className="size-5" aria-hidden="true" />}
        onClick={() => void navigator.clipboard.writeText(secret).then(() => toast({ title: copied }), toastRefusal)}
      >
        {copy}
      </Button>
      {children}
    </div>
  </>
)
