/** How one of the parts in a row looks, by its data-state; and those of a switch. */
export const partLook =
  '-mb-px min-h-11 shrink-0 scroll-mx-14 border-b-3 border-transparent px-4 py-2 font-medium text-muted -outline-offset-3! transition-colors hover:text-primary data-[state=active]:border-accent data-[state=active]:text-primary'
export const segmentsLook = 'flex shrink-0 rounded-full border border-line bg-surface p-px print:hidden'
export const segmentLook =
  'min-h-11 rounded-full px-3 text-sm font-medium text-muted hover:text-primary data-[state=active]:bg-soft data-[state=active]:text-primary'
