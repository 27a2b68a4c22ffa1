import type { LucideIcon } from 'lucide-react'

/** Whether what was typed is stored, in one line. `look`: the class of its colour. */
export const StateLine = ({ Icon, look, text }: { Icon: LucideIcon; look: string; text: string }) => (
  <span className={`flex items-center gap-2 text-start text-sm font-medium ${look}`}>
    <Icon className="size-5 shrink-0" aria-hidden="true" />
    {text}
  </span>
)
