/** Nobody may give rights to themselves. */
export const mayGiveTo = (giverId: string | undefined, personId: string): boolean => giverId !== personId
