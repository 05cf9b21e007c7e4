SELECT id, ad_sub_type, property_type, rooms FROM lens
