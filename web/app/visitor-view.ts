export type VisitorTexts = {
  visitor: { promise: string; promiseOther: string; lead: string }
  home: { title: string }
}

/**
 * The beginning of Visitor.tsx as HTML, with the texts of one language, which the page shows until the scripts render everything. On wide
 * screens the position of the lead depends on the drawing next to it, so it is left out there.
 */
export const visitorView = ({ visitor: { promise, promiseOther, lead }, home: { title } }: VisitorTexts) =>
  [
    '<div class="h-header border-b border-line bg-surface"></div>',
    '<div data-offer class="border-b border-line bg-soft px-4 py-1.5"><div class="min-h-11"></div></div>',
    '<div class="mx-auto w-full max-w-6xl px-4 pt-3 pb-6 md:px-8 md:pb-8">',
    '<div class="mb-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 md:min-h-11">',
    '<div class="flex min-w-0 flex-1 basis-40 flex-wrap items-baseline gap-x-3">',
    `<div class="capital text-xl text-balance [overflow-wrap:anywhere] md:text-2xl"><h1 class="inline">${promise}</h1>`,
    '\u2060<span class="inline-block align-top"><span class="-my-2 block size-11"></span></span></div>',
    `<div class="max-w-prose text-muted max-md:text-sm"><bdi>${promiseOther}</bdi></div>`,
    '</div></div>',
    '<div class="mb-8 grid items-start gap-6 md:grid-cols-[3fr_2fr]"><div class="md:hidden">',
    `<p class="max-w-prose text-lg">${lead}</p>`,
    `<div class="mt-4 flex"><span class="inline-flex min-h-11 items-center rounded-full bg-primary px-5 text-on-primary">${title}</span></div>`,
    '</div></div></div>',
  ].join('')
