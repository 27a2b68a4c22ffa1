/** How the product is registered with the provider of the demo. */
export const clientOfDemo = { id: 'kashkool', secret: 'a secret of the demo, which everybody may know' }
