"""What are generated scenarios made of? Chances, a stock table's material, and the families that combine them."""

from inventory_env.families.chance import Draw
from inventory_env.families.corners import corner_families
from inventory_env.families.drafts import Draft
from inventory_env.families.grid import Family, grid_families
from inventory_env.families.material import Material
from inventory_env.families.orders import order_families
from inventory_env.families.shortages import shortage_families

__all__ = [
    "Draft",
    "Draw",
    "Family",
    "Material",
    "corner_families",
    "grid_families",
    "order_families",
    "shortage_families",
]
