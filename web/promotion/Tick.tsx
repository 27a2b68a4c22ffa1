import type { ReactNode } from 'react'

/** The end of a step, always in view: what stands in it, and the way on. */
export const StepEnd = ({ text, children }: { text: ReactNode; children: ReactNode }) => (
  <div className="sticky bottom-0 z-10 -mx-4 mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-bg px-4 py-3 md:mx-0">
    <p role="status" className="min-w-0 flex-1 basis-60 text-sm text-muted">
      {text}
    </p>
    <div className="flex flex-wrap gap-3 max-md:w-full">{children}</div>
  </div>
)

type Tick = { label: string; checked: boolean; disabled?: boolean; onChange: (checked: boolean) => void }

export const Tick = ({ label, checked, disabled, onChange }: Tick) => (
  <label className="flex min-h-11 items-center gap-3">
    <input
      type="checkbox"
      checked={checked}
      disabled={disabled}
      onChange={({ target }) => onChange(target.checked)}
      className="size-5 shrink-0 accent-(--primary)"
    />
    <span>{label}</span>
  </label>
)
