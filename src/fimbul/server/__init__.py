"""The browser's side of fimbul: tables, guests, live updates and the store.

It knows games only through the contract.
"""
