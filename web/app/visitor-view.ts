export type VisitorTexts = { visitor: { promise: string; promiseOther: string; lead: string } }

/** The beginning of Visitor.tsx as HTML, with the texts of one language, which the page shows until the scripts render everything. */
export const visitorView = ({ visitor: { promise, promiseOther, lead } }: VisitorTexts) =>
  [
    '<div class="h-header border-b border-line bg-surface"></div>',
    '<div data-offer class="border-b border-line bg-soft px-4 py-1.5"><div class="min-h-11"></div></div>',
    '<div class="mx-auto w-full max-w-6xl px-4 pt-3 pb-6 md:px-8 md:pb-8">',
    `<h1 class="mt-4 text-[2.75rem]">${promise}</h1>`,
    `<p class="mt-2 text-xl text-muted"><bdi>${promiseOther}</bdi></p>`,
    `<p class="mt-4 max-w-prose text-lg">${lead}</p></div>`,
  ].join('')
